import { escapeHtml } from '../../html.ts';
import { type ApiDocument, type Call, type Parameter, resolve, type Schema } from './document.ts';
import { describeFields, listFields, listInputs } from './fields.ts';
import { writeCurl } from './sample.ts';
import { describeText } from './text.ts';

const JSON_TYPE = 'application/json';

/** Describes one operation: what it does and takes, what it returns, its errors, and an example. */
export function describeOperation(document: ApiDocument, call: Call, tryAddress: string): string {
  const { operation, method, path } = call;
  const { operationId, summary, description, parameters = [], requestBody } = operation;
  const all = parameters.map((parameter) => resolve<Parameter>(document, parameter));
  const body = requestBody?.content[JSON_TYPE]?.schema;
  const [[status, success] = ['', undefined], ...errors] = Object.entries(operation.responses).map(
    ([code, answer]) => [code, resolve(document, answer)] as const,
  );
  const answer = success?.content?.[JSON_TYPE];
  const tag = operation.tags[0] ?? '';
  return `<section class="operation" id="${operationId}">
<div class="told">
<h2><a href="#${operationId}">${escapeHtml(summary)}</a></h2>
<p class="call"><span class="method" data-method="${method}">${method}</span> <code>${escapeHtml(path)}</code></p>
${describeText(description)}
${part('Parameters', describeFields(document, all.filter(isParameter)))}
${folded(
  'Headers',
  describeFields(
    document,
    all.filter(({ in: place }) => place === 'header'),
  ),
)}
${part('Body', body ? listInputs(document, body) : '')}
${part(`Returns ${status}`, answer?.schema ? describeAnswer(document, answer.schema) : describeText(success?.description ?? ''))}
${folded('Errors', listErrors(errors))}
</div>
<div class="shown">
${sample('Request', writeCurl(call, all, requestBody?.content[JSON_TYPE]?.example))}
${answer?.example === undefined ? '' : sample('Response', JSON.stringify(answer.example, null, 2))}
<p><a href="${tryAddress}#tag/${tag}/${method}${path}">Try it</a></p>
</div>
</section>`;
}

function isParameter({ in: place }: Parameter): boolean {
  return place === 'query' || place === 'path';
}

function part(title: string, content: string, state = ' open'): string {
  return content === ''
    ? ''
    : `<details class="part"${state}><summary>${escapeHtml(title)}</summary>${content}</details>`;
}

/** Headers and most errors are the same for many operations. */
function folded(title: string, content: string): string {
  return part(title, content, '');
}

function sample(title: string, code: string): string {
  return `<details class="sample" open><summary>${title}</summary><pre tabindex="0"><code>${escapeHtml(code)}</code></pre></details>`;
}

/** Every response has the same frame, which the start page explains. */
function describeAnswer(document: ApiDocument, schema: Schema): string {
  const { data } = resolve(document, schema).properties ?? {};
  if (!data) return listFields(document, schema);
  return describeFields(document, [{ name: 'data', schema: data }]);
}

function listErrors(errors: readonly (readonly [string, { readonly description: string }])[]): string {
  const rows = errors.map(([status, { description }]) => `<dt>${status}</dt><dd>${describeText(description)}</dd>`);
  return rows.length === 0 ? '' : `<dl class="errors">${rows.join('')}</dl>`;
}
