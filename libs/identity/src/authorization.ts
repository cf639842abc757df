import type { Capacity, Role } from '#kernel';

/** The roles a person may be granted: everyone but the program's own processes. */
export const ROLES = [
  'officer',
  'inspector',
  'engineer',
  'clerk',
  'boardMember',
  'counsel',
  'auditor',
  'administrator',
] as const satisfies readonly Role[];
export type GrantedRole = (typeof ROLES)[number];

/** Who may use one operation, and what else must be so. */
export interface Row {
  /** Whoever holds one of these on the day; in order of preference for a person who holds several. */
  readonly roles: readonly GrantedRole[];
  /** Capacities in which the act can be done; absent: any of the three appointing bodies (domain.md 1.1). */
  readonly capacity?: readonly Capacity[];
  /** Field of the request with the day or instant of the person's own act: the role must have been held then. */
  readonly inOfficeOn?: string;
  /** Field that names what else the act rests on, another person or evidence: then it is not the sender's own. */
  readonly unlessBy?: string;
  /** A question that is the same for whichever body it is asked: nobody has to say for which. */
  readonly anyCapacity?: true;
  /** An act of the Board in an appeal: not by a member who is recused in it. */
  readonly notRecused?: true;
  /** Shows what is confidential: each use leaves a trace before the answer. */
  readonly confidential?: true;
  /** Changes who may do what, keys or access: a trace in the audit besides the event itself. */
  readonly administrative?: true;
  /** Hands out many records at once: a trace like that of a confidential view. */
  readonly export?: true;
}

const roles = (...list: GrantedRole[]): Row => ({ roles: list });
const only = (row: Omit<Row, 'roles'>, ...list: GrantedRole[]): Row => ({ roles: list, ...row });

const TOWN: Pick<Row, 'capacity'> = { capacity: ['Town'] };
const EVERYONE = roles(...ROLES);
const CASE_READERS = roles('officer', 'counsel', 'inspector', 'engineer', 'clerk', 'auditor');
const APPEAL_READERS = roles('officer', 'counsel', 'boardMember', 'clerk', 'inspector', 'engineer', 'auditor');
const DESK = roles('officer', 'clerk');
const FIELD = roles('officer', 'inspector');
const OFFICER = roles('officer');
const COUNSEL = roles('counsel');
const ADMINISTRATION = only({ administrative: true }, 'administrator');

/**
 * The one table of who may do what. An operation without a row is refused to everyone, and does not pass the tests.
 * What a row cannot say (the imposing officer decides no appeal, a reduction takes a second person) is the deciders'.
 */
export const AUTHORIZATION = {
  // law: the Town's settings are entered by its clerk or administrator, from the resolution on paper
  adoptPolicy: only(TOWN, 'clerk', 'administrator'),
  withdrawPolicy: only(TOWN, 'clerk', 'administrator'),
  appointEnforcer: only({ administrative: true }, 'clerk', 'administrator'),
  endEnforcerAppointment: only({ administrative: true }, 'clerk', 'administrator'),
  fillBoardSeat: only(TOWN, 'clerk', 'administrator'),
  vacateBoardSeat: only(TOWN, 'clerk', 'administrator'),
  recordLocalLaw22EffectiveDate: only(TOWN, 'clerk', 'counsel', 'administrator'),
  proclaimSpecialHoliday: only(TOWN, 'clerk', 'administrator'),
  amendRule: only(TOWN, 'clerk', 'counsel', 'administrator'),
  getRule: EVERYONE,
  listRules: EVERYONE,
  getPolicy: EVERYONE,
  listPolicies: EVERYONE,
  getSettings: EVERYONE,
  getConflictRegister: EVERYONE,
  getDefinitions: EVERYONE,
  getPenalties: EVERYONE,
  computeDeadline: EVERYONE,

  // registry
  registerPremises: roles('officer', 'clerk', 'inspector'),
  correctJurisdiction: DESK,
  recordOwnership: DESK,
  recordConveyance: DESK,
  determineSewerAvailability: roles('engineer', 'officer'),
  recordSewerConnection: roles('engineer', 'officer', 'inspector'),
  registerParty: roles('officer', 'clerk', 'inspector'),
  correctPartyName: DESK,
  recordPartyAddress: DESK,
  markPartyDuplicate: DESK,
  getPremises: CASE_READERS,
  getParty: CASE_READERS,
  listPremises: CASE_READERS,
  listParties: CASE_READERS,

  // cases
  receiveComplaint: roles('officer', 'clerk', 'inspector'),
  screenComplaint: OFFICER,
  referComplaint: OFFICER,
  getComplaint: CASE_READERS,
  listComplaints: CASE_READERS,
  revealComplainant: only({ confidential: true }, 'officer', 'counsel'),
  findComplaintsByComplainant: only({ confidential: true }, 'officer', 'counsel'),
  openCase: OFFICER,
  makeFinding: only({ inOfficeOn: 'madeOn' }, 'officer'),
  withdrawFinding: OFFICER,
  recordCounselCapDecision: COUNSEL,
  withdrawCounselCapDecision: COUNSEL,
  settleReviewItem: roles('officer', 'counsel'),
  getCase: CASE_READERS,
  listCases: CASE_READERS,
  listReviewItems: CASE_READERS,
  getTimeline: CASE_READERS,
  addCounselNote: COUNSEL,
  listCounselNotes: only({ confidential: true }, 'counsel'),
  setComplianceDate: only({ inOfficeOn: 'setOn', unlessBy: 'noticeId' }, 'officer'),
  requestExtension: DESK,
  grantExtension: only({ inOfficeOn: 'grantedOn' }, 'officer'),
  denyExtension: OFFICER,
  cancelComplianceDate: OFFICER,
  draftConsentAgreement: roles('officer', 'counsel'),
  signConsentAgreement: only({ inOfficeOn: 'signedForTownOn', unlessBy: 'signedForTownBy' }, 'officer', 'counsel'),
  recordMilestoneMet: OFFICER,
  recordMilestoneMissed: OFFICER,
  recordBreach: roles('officer', 'counsel'),
  completeConsentAgreement: roles('officer', 'counsel'),
  abandonConsentAgreement: roles('officer', 'counsel'),
  placeLitigationHold: COUNSEL,
  releaseLitigationHold: COUNSEL,
  closeCase: roles('officer', 'counsel'),
  reopenCase: roles('officer', 'counsel'),
  consolidateCases: OFFICER,
  splitCase: OFFICER,
  getClosing: CASE_READERS,

  // offenses: whoever was there records what was seen; what becomes of the days is the officer's
  observeViolation: only({ inOfficeOn: 'at', unlessBy: 'evidence' }, 'officer', 'inspector'),
  recordEnd: FIELD,
  recordFoundStopped: only({ inOfficeOn: 'at', unlessBy: 'evidence' }, 'officer', 'inspector'),
  correctSighting: only({ inOfficeOn: 'at', unlessBy: 'evidence' }, 'officer', 'inspector'),
  voidSighting: OFFICER,
  confirmContinuity: OFFICER,
  reportCure: roles('officer', 'clerk', 'inspector'),
  verifyCure: only({ inOfficeOn: 'verifiedAt' }, 'officer', 'inspector'),
  rejectCure: only({ inOfficeOn: 'rejectedAt' }, 'officer', 'inspector'),
  voidOffenseDays: OFFICER,
  reinstateOffenseDays: OFFICER,
  forbearOffenseDays: OFFICER,
  reattributeOffenseDays: OFFICER,
  getOffenseDays: CASE_READERS,
  getDayProof: CASE_READERS,
  listOpenRuns: CASE_READERS,

  // fines: § 168-30D lets the enforcer impose; money is taken at the desk, let off by two persons, collected by counsel
  imposeCivilFine: OFFICER,
  agreeCivilFine: OFFICER,
  serveStatement: OFFICER,
  withdrawCivilFine: OFFICER,
  amendCivilFine: OFFICER,
  waiveCivilFine: OFFICER,
  // a small town has one officer: counsel may be the second person
  confirmReduction: roles('officer', 'counsel'),
  declineReduction: roles('officer', 'counsel'),
  recordPayment: DESK,
  refundCredit: DESK,
  applyCredit: DESK,
  recordCollectionAction: COUNSEL,
  recordJudgment: COUNSEL,
  recordSatisfaction: COUNSEL,
  getCaseFines: CASE_READERS,
  getPartyFines: CASE_READERS,
  getFine: CASE_READERS,
  explainFigure: CASE_READERS,
  whatIfFine: roles('officer', 'counsel'),
  getMisdemeanorExposure: CASE_READERS,
  checkMisdemeanorCount: roles('officer', 'counsel'),
  listFines: CASE_READERS,
  listReductions: roles('officer', 'counsel', 'auditor'),
  whatChanged: CASE_READERS,

  // notices
  draftNotice: OFFICER,
  issueNotice: OFFICER,
  issueDemand: OFFICER,
  recordServiceAttempt: only({ inOfficeOn: 'at', unlessBy: 'attemptedBy' }, 'officer', 'clerk', 'inspector'),
  recordMailReturned: DESK,
  recordService: roles('officer', 'clerk', 'inspector'),
  amendNotice: OFFICER,
  withdrawNotice: OFFICER,
  getNotice: CASE_READERS,
  listNotices: CASE_READERS,

  // appeals: the Town's Board alone hears them (§ 168-30D); its clerk keeps the record, counsel the courts
  fileAppeal: only(TOWN, 'clerk'),
  routeAppealToBoard: COUNSEL,
  noteDeficiency: only(TOWN, 'clerk'),
  certifyAppealRecord: only(TOWN, 'clerk'),
  reopenAppealRecord: only(TOWN, 'clerk'),
  noticeHearing: only(TOWN, 'clerk'),
  recordPublicNotice: only(TOWN, 'clerk'),
  adjournHearing: only({ ...TOWN, notRecused: true }, 'clerk', 'boardMember'),
  openHearing: only({ ...TOWN, notRecused: true }, 'clerk', 'boardMember'),
  receiveAppealEvidence: only(TOWN, 'clerk'),
  closeHearing: only({ ...TOWN, notRecused: true }, 'clerk', 'boardMember'),
  recuseBoardMember: only(TOWN, 'clerk', 'boardMember'),
  decideAppeal: only({ ...TOWN, notRecused: true }, 'clerk', 'boardMember'),
  withdrawAppeal: only(TOWN, 'clerk'),
  dismissAppeal: only({ notRecused: true }, 'clerk', 'boardMember', 'counsel'),
  grantStay: only({ ...TOWN, notRecused: true }, 'clerk', 'boardMember'),
  liftStay: only({ ...TOWN, notRecused: true }, 'clerk', 'boardMember'),
  recordArticle78Filed: COUNSEL,
  certifyArticle78Return: COUNSEL,
  recordArticle78Decision: COUNSEL,
  getAppeal: APPEAL_READERS,
  getAppealPacket: APPEAL_READERS,
  previewDecision: only({ notRecused: true }, 'clerk', 'boardMember', 'counsel', 'officer'),
  listAppeals: APPEAL_READERS,

  // users
  createUser: ADMINISTRATION,
  correctUserDetails: ADMINISTRATION,
  grantRole: ADMINISTRATION,
  endRole: ADMINISTRATION,
  deactivateUser: ADMINISTRATION,
  reactivateUser: ADMINISTRATION,
  getUser: roles('administrator', 'auditor'),
  listUsers: roles('administrator', 'auditor'),
  getMyself: only({ anyCapacity: true }, ...ROLES),

  // audit
  listAudit: only({ confidential: true }, 'auditor', 'administrator'),
  exportAudit: only({ export: true }, 'auditor'),

  // seals: counsel's alone; the auditor sees that there are some
  sealCase: only({ administrative: true }, 'counsel'),
  unsealCase: only({ administrative: true }, 'counsel'),
  grantSealedAccess: only({ administrative: true }, 'counsel'),
  endSealedAccess: only({ administrative: true }, 'counsel'),
  listSealedCases: only({ confidential: true }, 'counsel', 'auditor'),

  // keys: whoever proposes does not confirm; counsel may be the second person of a small town
  destroyPersonalKey: ADMINISTRATION,
  confirmKeyDestruction: only({ administrative: true }, 'administrator', 'counsel'),
  declineKeyDestruction: only({ administrative: true }, 'administrator', 'counsel'),
  listKeyDestructions: roles('administrator', 'counsel', 'auditor'),

  // deadlines
  listDeadlines: CASE_READERS,
  getDeadline: CASE_READERS,
  getDayDeadlines: CASE_READERS,
} as const satisfies Readonly<Record<string, Row>>;

const TABLE: Readonly<Record<string, Row>> = AUTHORIZATION;

/** The row of an operation; null for one that has none, which nobody may use. */
export const rowOf = (operationId: string): Row | null =>
  Object.hasOwn(TABLE, operationId) ? TABLE[operationId]! : null;

/**
 * Routes that are no operation of a capability: signing in and one's own account. `anyone` answers before it is known who
 * asks; `signedIn` needs a session (no access token) and concerns the asker's own account only.
 */
export const SIGN_IN_ROUTES = {
  getSignInMethods: 'anyone',
  createFirstAdministrator: 'anyone',
  acceptInvitation: 'anyone',
  signInWithPassword: 'anyone',
  beginPasskeySignIn: 'anyone',
  signInWithPasskey: 'anyone',
  signInWithOpenId: 'anyone',
  openIdCallback: 'anyone',
  signOut: 'anyone',
  getAccount: 'signedIn',
  changePassword: 'signedIn',
  beginTotp: 'signedIn',
  confirmTotp: 'signedIn',
  removeTotp: 'signedIn',
  beginPasskey: 'signedIn',
  addPasskey: 'signedIn',
  removePasskey: 'signedIn',
  listSessions: 'signedIn',
  revokeSession: 'signedIn',
  createAccessToken: 'signedIn',
  listAccessTokens: 'signedIn',
  revokeAccessToken: 'signedIn',
  inviteUser: 'administrator',
  resetSignIn: 'administrator',
} as const satisfies Readonly<Record<string, 'anyone' | 'signedIn' | 'administrator'>>;

/**
 * Addresses that anyone may get: pages and documents without a word of the record. `*` ends a path that may go on. The
 * test clock is there only on a server started with one, on loopback.
 */
export const OPEN_PATHS = [
  '/',
  '/health',
  '/ready',
  '/sign-in',
  '/first-run',
  '/invitation',
  '/account',
  '/pages/*',
  '/api/openapi.json',
  '/api/openapi.yaml',
  '/api/docs*',
  '/test/*',
] as const;

/** Who may use a route, whatever kind of route it is; null: it has no row, and nothing with it may start. */
export const guardOf = (path: string): Row | 'anyone' | 'signedIn' | 'administrator' | null => {
  const id = /^\/api\/(\w+)$/.exec(path)?.[1];
  if (id !== undefined) {
    const routes: Readonly<Record<string, 'anyone' | 'signedIn' | 'administrator'>> = SIGN_IN_ROUTES;
    const guard = rowOf(id) ?? (Object.hasOwn(routes, id) ? routes[id]! : null);
    if (guard !== null) return guard;
  }
  const open = OPEN_PATHS.some((known) => (known.endsWith('*') ? path.startsWith(known.slice(0, -1)) : path === known));
  return open ? 'anyone' : null;
};
