import type { Sheet } from './sheet.ts';

const NAME = 'factur-x.xml';
const NAMESPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

/** Describes the attachment by the metadata that readers of e-invoices expect. */
const DESCRIPTION = `
  <rdf:Description rdf:about="" xmlns:fx="${NAMESPACE}">
    <fx:DocumentType>INVOICE</fx:DocumentType>
    <fx:DocumentFileName>${NAME}</fx:DocumentFileName>
    <fx:Version>1.0</fx:Version>
    <fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
  </rdf:Description>`;

/** PDF/A requires a declaration of every custom metadata property. */
const EXPLANATION = `
  <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
    xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
    <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
      <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
      <pdfaSchema:namespaceURI>${NAMESPACE}</pdfaSchema:namespaceURI>
      <pdfaSchema:prefix>fx</pdfaSchema:prefix>
      <pdfaSchema:property><rdf:Seq>${[
        ['DocumentFileName', 'The name of the embedded XML document'],
        ['DocumentType', 'The type of the hybrid document'],
        ['Version', 'The version of the standard that the XML document follows'],
        ['ConformanceLevel', 'Profile of the standard that the XML document follows'],
      ]
        .map(([name, meaning]) => describeProperty(name ?? '', meaning ?? ''))
        .join('')}
      </rdf:Seq></pdfaSchema:property>
    </rdf:li></rdf:Bag></pdfaExtension:schemas>
  </rdf:Description>`;

export function attachXml(sheet: Sheet, xml: string, issuedOn: string): void {
  const date = new Date(`${issuedOn}T00:00:00Z`);
  const options = {
    name: NAME,
    type: 'text/xml',
    description: 'The invoice for machines',
    relationship: 'Alternative',
    creationDate: date,
    modifiedDate: date,
  };
  sheet.file(Buffer.from(xml), options);
  sheet.appendXML(DESCRIPTION);
  sheet.appendXML(EXPLANATION);
}

function describeProperty(name: string, meaning: string): string {
  return `
        <rdf:li rdf:parseType="Resource">
          <pdfaProperty:name>${name}</pdfaProperty:name>
          <pdfaProperty:valueType>Text</pdfaProperty:valueType>
          <pdfaProperty:category>external</pdfaProperty:category>
          <pdfaProperty:description>${meaning}</pdfaProperty:description>
        </rdf:li>`;
}
