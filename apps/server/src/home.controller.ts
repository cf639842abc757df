import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';

/** Token: whether people sign in here, or demo identities are taken. */
export const PEOPLE_SIGN_IN = Symbol('people sign in');

const DEMONSTRATION = `<p><strong>Demonstration:</strong> whoever sends a request may say who they are. Do not keep real cases here.</p>`;
const SIGN_IN = `<p><a href="/sign-in">Sign in</a></p>`;

const pageWith = (people: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outfall</title>
<h1>Outfall</h1>
<p>The case file of a town's sewer-law enforcement (Town of Poughkeepsie Code §§ 168-24 to 168-32), kept as a log of
facts. Every figure and every deadline is computed from those facts and shows how.</p>
${people}
<ul>
<li><a href="/api/docs">What can be done, and how</a> (also as <a href="/api/openapi.json">OpenAPI 3.1</a>)</li>
<li><a href="/health">Is it alive?</a> <a href="/ready">Is it ready?</a></li>
</ul>
</html>
`;

/** A first page, until there is a web application. */
@ApiExcludeController()
@Controller()
export class HomeController {
  constructor(@Inject(PEOPLE_SIGN_IN) private readonly signIn: boolean) {}

  @Get()
  @Header('content-type', 'text/html; charset=utf-8')
  home(): string {
    return pageWith(this.signIn ? SIGN_IN : DEMONSTRATION);
  }
}
