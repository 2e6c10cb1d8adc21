import type { Command } from '#kernel/command.ts';
import { type CommandOperation, fieldOf, listOperations, OPERATOR_PREFIX } from '#kernel/command-route.ts';
import { AppError, ERROR_CODES, type ErrorCode, type ErrorDetail, type ErrorParams } from '#kernel/errors.ts';
import { callOwnServer } from '#kernel/net/own-server.ts';
import type { Remote } from '#settings/remote.ts';
import { UsageError } from './command-line.ts';

const PER_PAGE = 100;

type Values = Record<string, unknown>;

interface Answer {
  readonly data: unknown;
  readonly links?: { readonly next: string | null };
}

/** Returns the command so that it runs on another machine, through the operator API. Throws if it is local. */
export function runRemotely(command: Command, remote: Remote): Command {
  const operations = listOperations(command);
  if (operations.length === 0) {
    throw new UsageError(`${command.name} runs only on the machine of the server. Unset HOSTLER_URL there.`);
  }
  const listed = async (values: Values) => {
    const rows: object[] = [];
    for await (const some of readPages(choose(operations, values), values, remote)) rows.push(...some);
    return rows;
  };
  return {
    ...command,
    async run(values) {
      const operation = choose(operations, values);
      if (operation.isList && operation.method === 'GET') return listed(values);
      return (await send(operation, values, remote)).data as object;
    },
    ...(command.pages ? { pages: (values: Values) => readPages(choose(operations, values), values, remote) } : {}),
  };
}

/** A command that reads without options has two routes. */
function choose(operations: readonly CommandOperation[], values: Values): CommandOperation {
  const [first, second] = operations as [CommandOperation, CommandOperation | undefined];
  return second && listGiven(second, values).length > 0 ? second : first;
}

function listGiven({ command, options }: CommandOperation, values: Values): string[] {
  return options.filter((name) => isGiven(command, name, values[name]));
}

function isGiven({ options }: Command, name: string, value: unknown): boolean {
  return value !== undefined && JSON.stringify(value) !== JSON.stringify(options[name]?.default);
}

async function* readPages(operation: CommandOperation, values: Values, remote: Remote) {
  let left = operation.command.pages ? Number(values.limit) : Number.POSITIVE_INFINITY;
  for (let page = 1; left > 0; page++) {
    const { data, links } = await send(operation, values, remote, { page: String(page), per_page: String(PER_PAGE) });
    const rows = (data as object[]).slice(0, left);
    if (rows.length > 0) yield rows;
    left -= rows.length;
    if (!links?.next) return;
  }
}

async function send(operation: CommandOperation, values: Values, remote: Remote, page: Record<string, string> = {}) {
  const { command, method, path, id, offer } = operation;
  const kept = Object.keys(offer.fixed ?? {}).find((name) => name !== 'wait' && isGiven(command, name, values[name]));
  if (kept !== undefined) {
    throw new UsageError(`--${kept.replaceAll('_', '-')} is not available with HOSTLER_URL.`);
  }
  const fields = Object.fromEntries(
    listGiven(operation, values)
      .filter((name) => !(command.page && name === 'limit'))
      .map((name) => [fieldOf(operation, name), toJson(command.options[name]?.type, values[name])]),
  );
  const inUrl = {
    ...(id === undefined ? {} : { id: String(values[id]) }),
    ...(method === 'GET' ? mapToText(fields) : {}),
    ...page,
  };
  const url = `${remote.url}${OPERATOR_PREFIX}${path}?${new URLSearchParams(inUrl)}`;
  const body = method === 'POST' ? { body: JSON.stringify(fields) } : {};
  const headers = { 'x-api-key': remote.key, 'content-type': 'application/json' };
  const response = await callOwnServer(url, { method, headers, ...body }).catch((cause) => {
    throw new UsageError(`${remote.url} cannot be reached: ${(cause as Error).cause ?? cause}`);
  });
  return readAnswer(command, await response.text(), response.status, remote);
}

function toJson(type: string | undefined, value: unknown): unknown {
  if (type === 'time') return new Date(value as number).toISOString();
  return type === 'file' ? Buffer.from(value as Uint8Array).toString('base64') : value;
}

function mapToText(fields: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value].flat().join(',')]));
}

/** A server of an earlier release sends no reason. */
interface RemoteError {
  readonly code: string;
  readonly message: string;
  readonly reason?: string;
  readonly params?: ErrorParams;
  readonly details?: ErrorDetail[];
}

function readAnswer(command: Command, text: string, status: number, { url }: Remote): Answer {
  let parsed: (Answer & { error?: RemoteError }) | undefined;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new UsageError(`${url} is not the address of Hostler: the response ${status} is not JSON.`);
  }
  const error = parsed?.error;
  if (!error) return parsed as Answer;
  const code = error.code in ERROR_CODES ? (error.code as ErrorCode) : 'INTERNAL_ERROR';
  const details = error.details?.map((detail) => toServiceField(command, detail));
  const { reason, params } = error;
  throw new AppError(code, error.message, {
    ...(reason !== undefined && { reason }),
    ...(params && { params }),
    ...(details && { details }),
  });
}

/** The command line translates fields of services to options. */
function toServiceField({ options }: Command, detail: ErrorDetail): ErrorDetail {
  const [, name = '', place = ''] = /^(\w+)(.*)$/s.exec(detail.field) ?? [];
  return { ...detail, field: `${options[name]?.field ?? name}${place}` };
}
