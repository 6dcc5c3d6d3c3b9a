import { expect, test } from 'vitest';
import { mapBrand } from './map-brand.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

test('the brand of an institution is its color and its logo', () => {
  expect(mapBrand({ primary_color: '#0F766E', logo: png.toString('base64') })).toEqual({
    color: '#0f766e',
    logo: png,
  });
});

test.each([
  [{}],
  [{ primary_color: null, logo: null }],
  [{ primary_color: 'teal', logo: '' }],
  [{ primary_color: '#fff', logo: Buffer.from('<svg onload="alert(1)"/>').toString('base64') }],
  [
    {
      primary_color: '#0f766e;',
      logo: Buffer.concat([png, Buffer.alloc(100_000)]).toString('base64'),
    },
  ],
])('a color or logo that is missing or unsafe is null: case %#', (institution) => {
  expect(mapBrand(institution)).toEqual({ color: null, logo: null });
});
