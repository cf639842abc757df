import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';

import type { HttpReply, HttpRequest } from '#runtime/http';

import { CurrentTown } from './current-town.js';
import type { DemoMark } from './demo-mark.js';
import { isLoopback } from './loopback.js';

/** Token of the mark of a demo town, null for any other. */
export const DEMO_MARK = Symbol('demo mark');

/** One part that does not work: which, where, and why. */
interface Trouble {
  readonly which: string;
  readonly where: string;
  readonly why: string;
}

interface Reply extends HttpReply {
  status(code: number): unknown;
}

/** Whether somebody at this machine asks, and no proxy passes on for another: what is wrong, and where, is for them. */
const isFromHere = ({ ip, headers }: HttpRequest): boolean =>
  isLoopback(ip) && headers['x-forwarded-for'] === undefined;

/** Whether the process lives, and whether it can do its work. */
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(
    @Inject(CurrentTown) private readonly current: CurrentTown,
    @Inject(DEMO_MARK) private readonly demo: DemoMark | null,
  ) {}

  @Get('health')
  health(): object {
    const { demo } = this;
    return { status: 'live', ...(demo ? { demo: { what: demo.what, endsAt: demo.endsAt } } : {}) };
  }

  @Get('ready')
  async ready(@Req() request: HttpRequest, @Res({ passthrough: true }) reply: Reply): Promise<object> {
    const { engine, store } = this.current.town;
    const troubles: Trouble[] = [];
    let head: string | null = null;
    try {
      head = await store.head();
    } catch (error) {
      troubles.push({ which: 'log', where: 'head', why: error instanceof Error ? error.message : String(error) });
    }
    const { readModel, processes } = engine.status;
    if (readModel.failure) {
      const { projection, position, cause } = readModel.failure;
      troubles.push({ which: `projection ${projection}`, where: `position ${position}`, why: cause });
    } else if (readModel.state !== 'live')
      troubles.push({
        which: 'read model',
        where: `position ${readModel.checkpoint ?? 'none'}`,
        why: `it is ${readModel.state}`,
      });
    for (const { name, handled, failure } of processes)
      if (failure !== null)
        troubles.push({ which: `process ${name}`, where: `after position ${handled ?? 'none'}`, why: failure });
    const ready = troubles.length === 0;
    if (!ready) reply.status(503);
    if (!isFromHere(request)) return { status: ready ? 'ready' : 'not ready' };
    return {
      status: ready ? 'ready' : 'not ready',
      head,
      readModel: { state: readModel.state, checkpoint: readModel.checkpoint, staleSince: readModel.staleSince },
      processes: processes.map(({ name, handled }) => ({ name, handled })),
      ...(ready ? {} : { troubles }),
    };
  }
}
