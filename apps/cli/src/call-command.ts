import { DomainError } from '#kernel';
import { readSecret } from '#server';

import { methodsOf } from './case-acts.js';
import { RemoteTarget } from './case-target.js';

const bodyOf = (text: string | undefined): Record<string, unknown> => {
  try {
    const body: unknown = JSON.parse(text ?? '{}');
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  } catch {
    // Said below, in one sentence for whatever it was.
  }
  throw new DomainError('CALL.BAD_BODY', 'What an operation is given is one JSON object, as in \'{"caseId":"…"}\'.', {
    kind: 'invalid',
  });
};

/**
 * Does one operation on a server, as the user whose access token OUTFALL_TOKEN (or the file OUTFALL_TOKEN_FILE names)
 * holds, and prints the answer.
 * @param text the body of an act or the parameters of a question, as JSON
 * @returns the exit code: 0 done, 1 refused (the problem document is printed all the same)
 * @throws CALL.BAD_BODY, CALL.NO_TOKEN, CALL.UNKNOWN_OPERATION, SERVER.BAD_SECRET
 */
export const call = async (
  operationId: string,
  text: string | undefined,
  server: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<number> => {
  const body = bodyOf(text);
  const token = readSecret(environment, 'OUTFALL_TOKEN');
  if (token === null)
    throw new DomainError('CALL.NO_TOKEN', 'OUTFALL_TOKEN is not set: make an access token at /account.', {
      kind: 'unauthenticated',
      field: 'OUTFALL_TOKEN',
    });
  const target = new RemoteTarget(server);
  const method = (await methodsOf(target)).get(operationId);
  if (method === undefined)
    throw new DomainError('CALL.UNKNOWN_OPERATION', `There is no operation called ${operationId} there.`, {
      kind: 'notFound',
    });
  const query = new URLSearchParams(
    Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const reply = await target.send({
    method,
    path: `/api/${operationId}${method === 'GET' && query !== '' ? `?${query}` : ''}`,
    headers: { authorization: `Bearer ${token}` },
    ...(method === 'GET' ? {} : { body }),
  });
  process.stdout.write(`${JSON.stringify(reply.body, null, 2)}\n`);
  return reply.status < 300 ? 0 : 1;
};
