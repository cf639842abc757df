import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';

/** The files lie beside the sources, also for the built program: no build step copies what is not compiled. */
const folder = (): string => {
  for (let at = dirname(fileURLToPath(import.meta.url)); at !== dirname(at); at = dirname(at)) {
    const found = join(at, 'libs', 'sign-in', 'pages');
    if (existsSync(join(found, 'sign-in.html'))) return found;
  }
  throw new Error('libs/sign-in/pages is not there: nobody can sign in by a browser');
};

const HTML = 'text/html; charset=utf-8';

/** Plain pages for signing in and one's own account, until the web application takes their place. */
@ApiExcludeController()
@Controller()
export class PagesController {
  private readonly files = new Map<string, string>();

  /** Read once: the pages do not change while the program runs. */
  private file(name: string): string {
    const known = this.files.get(name);
    if (known !== undefined) return known;
    const text = readFileSync(join(folder(), name), 'utf8');
    this.files.set(name, text);
    return text;
  }

  @Get('sign-in')
  @Header('content-type', HTML)
  signIn(): string {
    return this.file('sign-in.html');
  }

  @Get('first-run')
  @Header('content-type', HTML)
  firstRun(): string {
    return this.file('first-run.html');
  }

  @Get('invitation')
  @Header('content-type', HTML)
  invitation(): string {
    return this.file('invitation.html');
  }

  @Get('account')
  @Header('content-type', HTML)
  account(): string {
    return this.file('account.html');
  }

  @Get('pages/pages.js')
  @Header('content-type', 'text/javascript; charset=utf-8')
  script(): string {
    return this.file('pages.js');
  }

  @Get('pages/style.css')
  @Header('content-type', 'text/css; charset=utf-8')
  style(): string {
    return this.file('style.css');
  }
}
