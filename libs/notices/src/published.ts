/** Pure surface of notices for other capabilities. */
export * from './notice.events.js';
export { latestVersion, noticeAsOf, noticeFold, noticeOf, numberOf } from './notice.state.js';
export type { Attempt, Notice, NoticeService, NoticeState, NoticeStatus, NoticeVersion } from './notice.state.js';
export { SERVICE_PRACTICE, serviceStatusOf, type ServiceStatus } from './service.rules.js';
