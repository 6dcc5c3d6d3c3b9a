import type { Picture } from './take-pictures.ts';

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const styles = `
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 1600px; padding: 24px; }
h2 { margin: 32px 0 8px; }
nav { display: flex; flex-wrap: wrap; gap: 4px 16px; }
.state { display: flex; gap: 12px; overflow-x: auto; padding-bottom: 12px; align-items: flex-start; }
figure { margin: 0; flex: none; }
img { height: 320px; width: auto; max-width: 460px; object-fit: cover; object-position: top; border: 1px solid #8888; }
figcaption { font-size: 12px; }
.problem { color: #c33; max-width: 300px; overflow-wrap: anywhere; }
`;

/** Renders the index page of the gallery: the pictures by screen and state, with the problems that were found. */
export function renderGalleryPage(pictures: readonly Picture[]): string {
  const screens = Map.groupBy(pictures, ({ screen }) => screen);
  const faulty = pictures.filter(({ problems }) => problems.length > 0).length;
  const links = [...screens.keys()].map((name) => `<a href="#${name}">${name}</a>`).join('\n');
  const sections = [...screens].map(([name, ofScreen]) => renderScreen(name, ofScreen)).join('\n');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Cairn: gallery</title>
<style>${styles}</style>
<h1>Gallery</h1>
<p>${pictures.length} pictures of ${screens.size} screens, ${faulty} with problems.</p>
<nav>${links}</nav>
${sections}
</html>
`;
}

function renderScreen(name: string, pictures: readonly Picture[]): string {
  const states = [...Map.groupBy(pictures, ({ state }) => state)].map(
    ([state, ofState]) =>
      `<h3>${state}</h3>\n<div class="state">${ofState.map(renderPicture).join('\n')}</div>`,
  );
  return `<h2 id="${name}">${name}</h2>\n${states.join('\n')}`;
}

function renderPicture({ screen, state, width, theme, file, problems }: Picture): string {
  const alt = `${screen}, ${state}, ${width} px, ${theme}`;
  const list = problems
    .map((problem) => `<div class="problem">${escapeHtml(problem)}</div>`)
    .join('');
  return `<figure><a href="${file}"><img src="${file}" loading="lazy" alt="${alt}"></a><figcaption>${width} px, ${theme}${list}</figcaption></figure>`;
}
