import type { FastifyReply } from 'fastify';
import { fieldText } from '../identity/person-words.ts';
import { html, sendPage } from '../look/html.ts';

const words: Record<string, string> = {
  signin_with: 'Sign in with Google',
  signup_with: 'Sign up with Google',
  continue_with: 'Continue with Google',
  signin: 'Sign in',
};
const choices = {
  type: ['standard', 'icon'],
  theme: ['outline', 'filled_blue', 'filled_black'],
  size: ['large', 'medium', 'small'],
  shape: ['rectangular', 'pill', 'circle', 'square'],
  logo_alignment: ['left', 'center'],
};
/** As wide as the provider lets a button be, in pixels. */
const widest = 400;

/** Sends the page of the frame that is the button, in the look that the query asks for. An unknown look is the ordinary one. */
export function sendButton(reply: FastifyReply, query: unknown, framers: string[]): FastifyReply {
  const chosen = Object.entries(choices).map(
    ([name, known]) => known.find((one) => one === fieldText(query, name)) ?? known[0],
  );
  // 'icon' is a class of every page of the sandbox already.
  const classes = chosen.map((one) => (one === 'icon' ? 'icon-only' : one));
  const text = words[fieldText(query, 'text')] ?? 'Sign in with Google';
  const width = Math.min(widest, Math.floor(Number(fieldText(query, 'width', 10))) || 0);
  const name = text === 'Sign in' ? 'Sign in with Google' : text;
  return sendPage(reply, {
    title: name,
    styles: ['/assets/google/browser/button.css'],
    scripts: ['/assets/google/browser/button.ts'],
    frameAncestors: framers,
    body: html`<body><div class="room"><button type="button" class="${classes.join(' ')}" aria-label="${name}" data-width="${width}"><span class="mark"><img src="/assets/google/browser/mark.svg" alt="" width="18" height="18"></span><span class="words" aria-hidden="true">${text}</span></button></div></body>`,
  });
}
