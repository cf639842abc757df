import type { Actor } from '#kernel';
import type { EngineServices, Tick } from '#runtime';
import { nextNight } from '#runtime';

const ACTOR: Actor = { id: 'process-recheck-fines', role: 'process', capacity: 'Town' };

/** Fines as they are made. */
const FINES = ['CivilFineImposed', 'CivilFineAgreed'];

/** Facts that a fine rests on besides its days, when they change after it was imposed. */
const FACTS = [
  'JurisdictionCorrected',
  'PartyMarkedDuplicate',
  'EnforcerAppointmentEnded',
  'LocalLaw22EffectiveDateRecorded',
  'CounselCapDecisionWithdrawn',
  'FindingWithdrawn',
  // Counsel's cap decision is read in the case in which the finding goes on.
  'CaseConsolidated',
  'CaseSplit',
];

/**
 * The other side of the race (offense-day rules 5): every night on which such a fact has been recorded since the last
 * look, and once after a start, each fine is looked at afresh on freshly folded facts. Each ground is noted once, so that
 * looking twice asks nobody twice.
 */
export const recheckFinesNightly = ({ engine, store, zone }: EngineServices): Tick => {
  const fines = new Set<string>();
  let seen: string | null = null;
  return {
    name: 'recheck-fines',
    nextDue: (after) => nextNight(after, zone),
    run: async () => {
      const head = await store.head();
      let changed = seen === null;
      const filter = { types: [...FINES, ...FACTS] };
      for await (const event of store.readAll({ ...(seen === null ? {} : { after: seen }), filter })) {
        if (FINES.includes(event.type)) fines.add(event.data['fineId'] as string);
        else changed = true;
      }
      if (changed)
        for (const fineId of fines)
          await engine.send('recheckFine', { fineId }, { actor: ACTOR, key: `${fineId} ${head ?? ''}` });
      seen = head;
    },
  };
};
