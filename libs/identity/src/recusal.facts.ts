import type { Actor, FactLoader } from '#kernel';
import { DomainError } from '#kernel';
import { appealFold, appealStream } from '#appeals/published';

const FIELDS = ['appealId', 'hearingId', 'decisionId', 'stayId'];

/** The appeal that a request is about; its hearings, decisions and stays carry its id in theirs. */
const appealIdOf = (input: object): string | null => {
  for (const field of FIELDS) {
    const value = (input as Readonly<Record<string, unknown>>)[field];
    if (typeof value === 'string') return value.split('.', 1)[0]!;
  }
  return null;
};

/**
 * Keeps a member of the Board who is recused in an appeal out of what the Board does in it.
 * @throws IDENTITY.RECUSED
 */
export const refuseRecused = async (input: object, actor: Actor, load: FactLoader): Promise<void> => {
  const appealId = appealIdOf(input);
  if (appealId === null) return;
  const appeal = await load(appealStream(appealId), appealFold);
  if (!appeal?.recusals.some(({ memberId }) => memberId === actor.id)) return;
  throw new DomainError('IDENTITY.RECUSED', 'Whoever is recused in an appeal takes no part in it.', {
    kind: 'forbidden',
    field: 'appealId',
    rule: 'A recused member neither conducts, votes on, stays nor decides the appeal.',
    authority: 'Practice (domain.md 5.12); none written in § 168-30D',
  });
};
