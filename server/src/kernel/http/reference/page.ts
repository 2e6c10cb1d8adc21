import { UNBRANDED } from '../../brand.ts';
import { escapeHtml } from '../../html.ts';
import { type ApiDocument, listCalls, type Tag } from './document.ts';
import { describeOperation } from './operation.ts';
import { describeText } from './text.ts';

/** Where the pages of a reference are. */
export interface Place {
  /** Address of the start page: `/docs`. */
  readonly base: string;
  /** Address of the OpenAPI document. */
  readonly document: string;
  /** Writes the brand into the frame of a page. Texts of the document have the name of the product already. */
  brand(html: string): string;
}

/** Stands for the content in the frame of a page. */
const CONTENT = '<!-- content -->';

/** Writes the start page: what every request has in common, and all operations by section. */
export function writeStart(document: ApiDocument, place: Place): string {
  const { info, tags, components } = document;
  const schemes = Object.values(components.securitySchemes).flatMap(({ name, description = '' }) =>
    describeText(name === undefined ? description : `\`${name}\`: ${description}`),
  );
  const sections = tags.map(
    (tag) => `<section class="index" aria-labelledby="of-${tag.name}">
<h2 id="of-${tag.name}"><a href="${place.base}/${tag.name}">${escapeHtml(tag['x-displayName'])}</a></h2>
${describeText(tag.description)}
<ul>${listCalls(document, tag.name)
      .map(({ operation: { operationId, summary } }) => {
        return `<li><a href="${place.base}/${tag.name}#${operationId}">${escapeHtml(summary)}</a></li>`;
      })
      .join('')}</ul>
</section>`,
  );
  return frame(document, place, {
    title: info.title,
    main: `<h1>${escapeHtml(info.title)}</h1>
<p class="version">Version ${escapeHtml(info.version)} · <a href="${place.document}">OpenAPI document</a> · <a href="${place.base}/try">Try requests in the browser</a></p>
${describeText(info.description)}
<h2>Credentials</h2>
${schemes.join('')}
<h2>Operations</h2>
<div class="sections">${sections.join('')}</div>`,
  });
}

/** Writes the page of one section with all of its operations. */
export function writeSection(document: ApiDocument, place: Place, tag: Tag): string {
  const calls = listCalls(document, tag.name);
  return frame(document, place, {
    title: `${tag['x-displayName']} - ${document.info.title}`,
    current: tag,
    main: `<h1>${escapeHtml(tag['x-displayName'])}</h1>
${describeText(tag.description)}
${calls.map((call) => describeOperation(document, call, `${place.base}/try`)).join('\n')}`,
  });
}

interface Content {
  readonly title: string;
  readonly current?: Tag;
  readonly main: string;
}

function frame(document: ApiDocument, { base, brand }: Place, { title, current, main }: Content): string {
  const entries = document.tags.map((tag) => {
    const link = `<a href="${base}/${tag.name}"${tag === current ? ' aria-current="page"' : ''}>${escapeHtml(tag['x-displayName'])}</a>`;
    if (tag !== current) return `<li>${link}</li>`;
    const operations = listCalls(document, tag.name).map(
      ({ operation: { operationId, summary } }) => `<li><a href="#${operationId}">${escapeHtml(summary)}</a></li>`,
    );
    return `<li>${link}<ul>${operations.join('')}</ul></li>`;
  });
  const whole = brand(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/style.css">
<link rel="stylesheet" href="/docs/pages.css">
</head>
<body>
<header class="bar">
<a class="bar-name" href="${base}"><img src="/docs/icon.svg" alt="" width="20" height="20"> ${UNBRANDED.productName} ${base.startsWith('/operator') ? 'operator API' : 'API'}</a>
<a class="bar-try" href="${base}/try">Try requests</a>
</header>
${CONTENT}
</body>
</html>
`);
  const content = `<div class="page">
<nav aria-label="Sections"><ul>${entries.join('')}</ul></nav>
<main>
${main}
</main>
</div>`;
  // A function, because the content may contain `$`.
  return whole.replace(CONTENT, () => content);
}
