/** Names under which devices have a typeface: of the whole font, or its PostScript name. */
const names = {
  song: [
    'STSongti-SC-Regular',
    'STSong',
    'SimSun',
    'NotoSerifSC-Regular',
    'NotoSerifCJKsc-Regular',
    'SourceHanSerifSC-Regular',
  ],
  kai: ['STKaitiSC-Regular', 'STKaiti', 'KaiTi', 'LXGWWenKai-Regular', 'LXGWWenKaiLite-Regular'],
};

/** Whether the device has a Song or a Kai of its own. Without the interface to ask, or with a refusal of it, it has none. */
export async function deviceHas(face: keyof typeof names): Promise<boolean> {
  const source = names[face].map((name) => `local("${name}")`).join();
  return new FontFace('of the device', source).load().then(
    () => true,
    () => false,
  );
}
