import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outfall</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem;color:#1b1b1b}</style>
<h1>Outfall</h1>
<p>The case file of a town's sewer-law enforcement (Town of Poughkeepsie Code §§ 168-24 to 168-32), kept as a log of
facts. Every figure and every deadline is computed from those facts and shows how.</p>
<p><strong>Demonstration:</strong> whoever sends a request may say who they are. Do not keep real cases here.</p>
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
  @Get()
  @Header('content-type', 'text/html; charset=utf-8')
  home(): string {
    return PAGE;
  }
}
