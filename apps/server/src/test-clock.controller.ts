import { Body, Controller, Get, HttpCode, Inject, Post, Put } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';

import { parseInstant } from '#legal-time';
import { InstantField, validated } from '#runtime/http';

import { TestClock } from './test-clock.js';

class MomentDto {
  @InstantField({ description: 'The moment the clock shows next.' })
  now!: string;
}

const momentOf = (body: unknown): string => parseInstant(validated(MomentDto, body).now, 'now').instant;

/** Drives the clock. Reached only on a server started with OUTFALL_TEST_CLOCK=1, which listens on loopback only. */
@ApiExcludeController()
@Controller('test')
export class TestClockController {
  constructor(@Inject(TestClock) private readonly clock: TestClock) {}

  @Get('clock')
  show(): object {
    return { now: this.clock.now() };
  }

  @Put('clock')
  async move(@Body() body: unknown): Promise<object> {
    await this.clock.move(momentOf(body));
    return this.show();
  }

  /** A fresh, empty log in a temporary folder, with the clock at `now`. The data folder is not touched. */
  @Post('reset')
  @HttpCode(200)
  async reset(@Body() body: unknown): Promise<object> {
    const folder = await this.clock.reset(momentOf(body));
    return { ...this.show(), folder };
  }
}
