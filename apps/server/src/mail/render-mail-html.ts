import type { MailParts } from './email-template.ts';
import { mailCopy } from './mail.copy.ts';

// The design's colors (apps/web/src/ui/tokens.css) in hexadecimal: email clients support no other notation.
const light = {
  canvas: '#f6f9f9',
  surface: '#ffffff',
  ink: '#0f1d22',
  muted: '#4d5c62',
  line: '#dde3e4',
  accent: '#005a62',
  onAccent: '#ffffff',
};
const dark: typeof light = {
  canvas: '#091216',
  surface: '#111b20',
  ink: '#ecf1f2',
  muted: '#a1adb1',
  line: '#26333a',
  accent: '#69c6c3',
  onAccent: '#02191d',
};

const font = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;";

/** Overrides the inline styles in email clients that follow the system's dark theme. */
const darkStyles = [
  `.canvas{background-color:${dark.canvas}!important}`,
  `.surface{background-color:${dark.surface}!important;border-color:${dark.line}!important}`,
  `.ink{color:${dark.ink}!important}`,
  `.muted{color:${dark.muted}!important}`,
  `.rule{border-color:${dark.line}!important}`,
  `.accent{color:${dark.accent}!important}`,
  `.fill{background-color:${dark.accent}!important}`,
  `.on-fill{color:${dark.onAccent}!important}`,
].join('');

/** Escapes a text for HTML, between tags and in quoted attributes. */
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const paragraph = (
  text: string,
  { size = 16, tone = 'ink' as 'ink' | 'muted', margin = 16 } = {},
) =>
  `<p class="${tone}" style="margin:0 0 ${margin}px;${font}font-size:${size}px;line-height:${size === 16 ? 24 : 20}px;color:${light[tone]};">${text}</p>`;

const button = (label: string, link: string) => `
            <table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px;">
              <tr>
                <td class="fill" bgcolor="${light.accent}" style="border-radius:8px;background-color:${light.accent};">
                  <a class="on-fill" href="${link}" style="display:inline-block;padding:13px 24px;${font}font-size:16px;line-height:22px;font-weight:600;color:${light.onAccent};text-decoration:none;">${label}</a>
                </td>
              </tr>
            </table>`;

/**
 * Renders an email as HTML, with tables and inline styles for old email clients. It loads nothing, so that opening
 * it can't be tracked. Pure.
 */
export function renderMailHtml(parts: MailParts): string {
  const { subject, heading, paragraphs, expiry, unexpectedTitle, unexpected, reason } = parts;
  const { frame } = mailCopy;
  const link = escapeHtml(parts.button.link);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${darkStyles}}@media (max-width:480px){.inset{padding:24px 20px!important}}</style>
</head>
<body class="canvas" style="margin:0;padding:0;background-color:${light.canvas};-webkit-text-size-adjust:100%;">
<div style="display:none;max-height:0;overflow:hidden;">${escapeHtml(paragraphs.join(' '))}</div>
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light.canvas}" style="background-color:${light.canvas};">
  <tr>
    <td align="center" style="padding:32px 12px;">
      <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:536px;">
        <tr>
          <td class="ink" style="padding:0 4px 16px;${font}font-size:20px;line-height:28px;font-weight:600;color:${light.ink};">${frame.product}</td>
        </tr>
        <tr>
          <td class="surface inset" bgcolor="${light.surface}" style="padding:32px;background-color:${light.surface};border:1px solid ${light.line};border-radius:14px;">
            <h1 class="ink" style="margin:0 0 12px;${font}font-size:22px;line-height:28px;font-weight:600;color:${light.ink};">${escapeHtml(heading)}</h1>
            ${paragraphs.map((text) => paragraph(escapeHtml(text))).join('\n            ')}${button(escapeHtml(parts.button.label), link)}
            ${paragraph(escapeHtml(frame.linkFallback), { size: 14, tone: 'muted', margin: 4 })}
            <p style="margin:0 0 16px;${font}font-size:14px;line-height:20px;word-break:break-all;"><a class="accent" href="${link}" style="color:${light.accent};">${link}</a></p>
            ${expiry === null ? '' : paragraph(escapeHtml(expiry), { size: 14, tone: 'muted' })}
            <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
              <tr>
                <td class="rule" style="padding:16px 0 0;border-top:1px solid ${light.line};">
                  ${paragraph(`<strong>${escapeHtml(unexpectedTitle)}</strong> ${escapeHtml(unexpected)}`, { size: 14, margin: 0 })}
                </td>
              </tr>
            </table>
          </td>
        </tr>
        <tr>
          <td style="padding:16px 4px 0;">
            ${paragraph(`<strong>${escapeHtml(frame.reason)}</strong> ${escapeHtml(reason)}`, { size: 14, tone: 'muted', margin: 0 })}
          </td>
        </tr>
      </table>
    </td>
  </tr>
</table>
</body>
</html>
`;
}
