import type { DynamicModule } from '@nestjs/common';

import { appealsCapability, AppealsModule } from '#appeals';
import { casesCapability, CasesModule } from '#cases';
import { deadlinesCapability, DeadlinesModule } from '#deadlines';
import { finesCapability, FinesModule } from '#fines';
import { identityCapability, IdentityModule } from '#identity';
import { lawCapability, LawModule } from '#law';
import { noticesCapability, NoticesModule } from '#notices';
import { offensesCapability, OffensesModule } from '#offenses';
import { registryCapability, RegistryModule } from '#registry';
import type { Capability } from '#runtime';

/** All that this program can do. A new capability is a line here and one below. */
export const ALL_CAPABILITIES: readonly Capability[] = [
  lawCapability,
  registryCapability,
  casesCapability,
  offensesCapability,
  finesCapability,
  noticesCapability,
  appealsCapability,
  deadlinesCapability,
  identityCapability,
];

/** The same capabilities as Nest modules: their routes, messages and handlers. */
export const CAPABILITY_MODULES: readonly DynamicModule[] = [
  LawModule,
  RegistryModule,
  CasesModule,
  OffensesModule,
  FinesModule,
  NoticesModule,
  AppealsModule,
  DeadlinesModule,
  IdentityModule,
];
