/** `node --conditions=source --import` this file: lets a child process of a test run the adapter from its sources. */
import { register } from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);
