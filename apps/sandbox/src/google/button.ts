import type { FastifyReply } from 'fastify';
import { html, sendPage } from '../design/html.ts';
import { fieldText } from '../identity/form-text.ts';
import { googleCopy } from './google.copy.ts';

const options = {
  type: ['standard', 'icon'],
  theme: ['outline', 'filled_blue', 'filled_black'],
  size: ['large', 'medium', 'small'],
  shape: ['rectangular', 'pill', 'circle', 'square'],
  logo_alignment: ['left', 'center'],
};
/** The provider's maximum width of a button, in pixels. */
const maxWidth = 400;

/** Sends the button's frame page, styled as the query requests. Unknown values get the default style. */
export function sendButton(
  reply: FastifyReply,
  query: unknown,
  frameAncestors: string[],
): FastifyReply {
  const chosen = Object.entries(options).map(
    ([name, values]) => values.find((value) => value === fieldText(query, name)) ?? values[0],
  );
  // The sandbox's pages already have a class 'icon'.
  const classes = chosen.map((value) => (value === 'icon' ? 'icon-only' : value));
  const text = googleCopy.buttons[fieldText(query, 'text')] ?? googleCopy.brand;
  const width = Math.min(maxWidth, Math.floor(Number(fieldText(query, 'width', 10))) || 0);
  const name = text === googleCopy.buttons.signin ? googleCopy.brand : text;
  return sendPage(reply, {
    title: name,
    styles: ['/assets/google/browser/button.css'],
    scripts: ['/assets/google/browser/button.ts'],
    frameAncestors: frameAncestors,
    body: html`<body><div class="frame"><button type="button" class="${classes.join(' ')}" aria-label="${name}" data-width="${width}"><span class="mark"><img src="/assets/google/browser/mark.svg" alt="" width="18" height="18"></span><span class="label" aria-hidden="true">${text}</span></button></div></body>`,
  });
}
