import type { Event, ProcessManager, Recorded } from '#kernel';
import type { LitigationHoldPlaced, LitigationHoldReleased } from '#cases/published';

/** Whenever a litigation hold is placed or released, the register of keys notes it, so that what is held is not destroyed. */
export const noteLitigationHold: ProcessManager = {
  name: 'note-litigation-hold',
  listensTo: ['LitigationHoldPlaced', 'LitigationHoldReleased'],
  react: (recorded: Recorded<Event<string, never>>) => {
    const { caseId } = (recorded.event as unknown as LitigationHoldPlaced | LitigationHoldReleased).data;
    return [{ operationId: 'noteLitigationHold', body: { caseId } }];
  },
};
