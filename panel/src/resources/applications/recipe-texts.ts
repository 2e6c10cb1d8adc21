import type { Application, ApplicationDetails, ApplicationPort, CatalogEntry } from '@hostler/sdk';
import { loadReturned, translateReturned as translate } from '../../locales/returned.ts';

/** Translates the catalogue. Texts of recipes that are not shipped stay as they are. */
export async function translateCatalog(entries: readonly CatalogEntry[]): Promise<CatalogEntry[]> {
  await loadReturned('recipes');
  return entries.map(translateEntry);
}

function translateEntry(entry: CatalogEntry): CatalogEntry {
  return {
    ...entry,
    name: translate(entry.name),
    version: translate(entry.version),
    summary: translate(entry.summary),
    description: translate(entry.description),
    parameters: entry.parameters.map((parameter) => ({
      ...parameter,
      label: translate(parameter.label),
      description: parameter.description && translate(parameter.description),
    })),
    ports: entry.ports.map(translatePort),
    steps: entry.steps.map(translate),
  };
}

/** Translates the texts that installed applications have from their recipes. */
export async function translateApplications<A extends Application>(applications: readonly A[]): Promise<A[]> {
  if (applications.length > 0) await loadReturned('recipes');
  return applications.map(translateApplication);
}

function translateApplication<A extends Application>(application: A): A {
  return { ...application, name: translate(application.name), version: translate(application.version) };
}

/** Translates one application with its ports and steps. */
export async function translateDetails(application: ApplicationDetails): Promise<ApplicationDetails> {
  await loadReturned('recipes');
  return {
    ...translateApplication(application),
    ports: application.ports.map(translatePort),
    steps: application.steps.map((step) => ({ ...step, name: translate(step.name) })),
  };
}

function translatePort(port: ApplicationPort): ApplicationPort {
  return { ...port, purpose: translate(port.purpose) };
}

/** Returns the names of categories in one line. Recipes write them in lower case. */
export function describeCategories(categories: readonly string[]): string {
  const text = categories.map(translate).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
