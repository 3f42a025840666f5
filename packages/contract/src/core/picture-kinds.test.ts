import { expect, test } from 'vitest';
import { describeOther, isWebPicture } from './picture-kinds.ts';

const media = (major: string, ...compatible: string[]) =>
  `\0\0\0${String.fromCharCode(16 + 4 * compatible.length)}ftyp${major}\0\0\0\0${compatible.join('')}\0\0\0\x08meta`;

test.each([
  ['JPEG', '\xff\xd8\xff\xe1\0\x10Exif'],
  ['PNG', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
  ['GIF', 'GIF89a'],
  ['WebP', 'RIFF\0\0\0\0WEBPVP8 '],
  ['AVIF', media('avif', 'avif', 'mif1', 'miaf')],
  ['an AVIF that calls itself a still', media('mif1', 'avif', 'miaf')],
])('%s is a picture for the web', (_name, head) => {
  expect([isWebPicture(head), describeOther(head)]).toEqual([true, undefined]);
});

test.each([
  ['HEIC of an iPhone', media('heic', 'mif1', 'heic'), /HEIC.*兼容性最佳/],
  ['HEIC of ten bits', media('heix', 'mif1', 'heix'), /HEIC/],
  ['HEIC that calls itself a still', media('mif1', 'heic', 'hevc'), /HEIC/],
  ['a burst of HEIC', media('msf1', 'hevc'), /HEIC/],
  ['TIFF', 'II*\0\x08\0\0\0', /TIFF/],
  ['TIFF of the other order', 'MM\0*\0\0\0\x08', /TIFF/],
  ['RAW of Canon', 'II*\0\x10\0\0\0CR\x02\0', /RAW/],
  ['RAW of newer Canon', media('crx ', 'crx ', 'isom'), /RAW/],
  ['RAW of Fujifilm', 'FUJIFILMCCD-RAW 0201', /RAW/],
  ['Photoshop', '8BPS\0\x01', /Photoshop/],
  ['BMP', 'BM\x36\0\0\0\0\0\0\0\x36\0\0\0', /BMP/],
  ['ICO', '\0\0\x01\0\x01\0', /ICO/],
  ['SVG', '\xef\xbb\xbf<?xml version="1.0"?>\n<!-- drawn -->\n<svg xmlns="http://www.w3.org/2000/svg">', /SVG/],
  ['SVG with a document type', '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">\n<svg>', /SVG/],
  ['JPEG XL', '\xff\x0a\xfa', /JPEG XL/],
  ['PDF', '%PDF-1.7', /PDF/],
  ['a video', media('qt  '), /视频/],
  ['another video', '\x1aE\xdf\xa3\x01', /视频/],
])('%s is named', (_name, head, words) => {
  expect(isWebPicture(head)).toBe(false);
  expect(describeOther(head)).toMatch(words);
});

test.each(['', 'hello', '<!doctype html><svg>', '#!/bin/sh', 'BMW is no picture', '\x89PNG'])(
  '%j has no name',
  (head) => {
    expect([isWebPicture(head), describeOther(head)]).toEqual([false, undefined]);
  },
);

test('a long beginning takes time in proportion to its length', () => {
  for (const part of ['<!--', '<!---->', '<?xml ', '<?xml>', ' ', '<!DOCTYPE svg', '<!DOCTYPE svg>'])
    expect(describeOther(part.repeat(100_000))).toBeUndefined();
});
