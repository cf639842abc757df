import { ask, inFolder, openFinding, send, serverOn } from './crash.js';

const DAYS = ['2025-03-03', '2025-03-04', '2025-03-05', '2025-03-06'];
const CAP_CENTS = 100_000;

interface PartyFines {
  readonly fines: readonly {
    readonly withdrawnOn: string | null;
    readonly days: readonly { readonly day: string; readonly cents: number }[];
  }[];
}

describe('two servers over one log (design 4; offense-day rules 2, Cap)', () => {
  it('never let a person’s day be named over $1,000, whatever is imposed at once from both', async () => {
    await inFolder(async (folder) => {
      const servers = [await serverOn(folder), await serverOn(folder)];
      const [{ url }] = servers as [{ url: string }, ...unknown[]];
      await send(url, 'recordLocalLaw22EffectiveDate', {
        effectiveOn: '2009-06-15',
        filingReference: 'example filing',
      });
      await send(url, 'appointEnforcer', {
        officerId: 'demo-officer',
        office: 'Superintendent',
        capacity: 'Town',
        documentReference: 'example 1',
        from: '2020-01-01',
      });
      const { findingId, caseId, partyId } = await openFinding(url);
      const findings = [findingId];
      for (const ruleId of ['168-25F', '168-24C', '168-25E']) {
        const made = await send(url, 'makeFinding', {
          caseId,
          partyId,
          ruleId,
          facts: 'Seen on the same visit.',
          againstOwner: false,
        });
        expect(made.status).toBe(200);
        findings.push(made.body['findingId'] as string);
      }
      for (const finding of findings)
        for (const day of DAYS) await send(url, 'observeViolation', { findingId: finding, at: `${day}T12:00-05:00` });

      let seed = 20_260_601;
      const random = (below: number) => Math.floor(((seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647) * below);
      const answers: number[] = [];
      for (let round = 0; round < 15; round += 1) {
        const impositions = Array.from({ length: 6 }, (_, index) => {
          const day = DAYS[random(DAYS.length)]!;
          const body = {
            findingId: findings[random(findings.length)]!,
            days: [day],
            amount: { rateCents: 10_000 * (1 + random(9)) },
            reason: 'Race.',
          };
          return send(servers[index % 2]!.url, 'imposeCivilFine', body);
        });
        const settled = await Promise.all(impositions);
        answers.push(...settled.map(({ status }) => status));
        // Now and then a fine is withdrawn, so that cents come free again and are fought over.
        const accepted = settled.find(({ status }) => status < 300);
        if (accepted && round < 12 && random(3) === 0)
          await send(servers[round % 2]!.url, 'withdrawCivilFine', {
            fineId: accepted.body['fineId'],
            reason: 'Race.',
          });
      }
      expect(answers.filter((status) => status < 300).length).toBeGreaterThan(4);
      expect(answers.every((status) => status < 300 || status === 422 || status === 409)).toBe(true);

      const { fines } = (await ask(url, 'getPartyFines', { partyId })) as unknown as PartyFines;
      const named = new Map<string, number>();
      for (const fine of fines)
        if (fine.withdrawnOn === null)
          for (const { day, cents } of fine.days) named.set(day, (named.get(day) ?? 0) + cents);
      expect(named.size).toBeGreaterThan(0);
      for (const cents of named.values()) expect(cents).toBeLessThanOrEqual(CAP_CENTS);
      for (const server of servers) expect(await server.stop()).toBe(0);
    });
  }, 120_000);
});
