export type Theme = 'day' | 'night';

/** Colours of one picture: the ground from top to foot, ink near and far, the sun or seal, and what a brush writes with. */
export type Colours = { sky: string; foot: string; near: string; far: string; accent: string; script: string };

type Pigment = Record<Theme, Colours>;

/** 素 undyed paper, black ink. */
const plain: Pigment = {
  day: colours('#f3eee2', '#e6dfcf', '#2c2b29', '#8b8880', '#b5402d'),
  night: colours('#2a2823', '#1f1d19', '#cbc4b4', '#716b60', '#c4523d'),
};

/** 青 the blue-green of distant hills. */
const azure: Pigment = {
  day: colours('#e6eae6', '#d2dbda', '#1f3b49', '#7d97a0', '#bb4a33'),
  night: colours('#223039', '#182329', '#a5bfc8', '#4d6873', '#cb5a44'),
};

/** 瓷 celadon glaze. */
const celadon: Pigment = {
  day: colours('#e9ede2', '#d6e0d4', '#27504a', '#86a89c', '#bd5236'),
  night: colours('#20302c', '#182421', '#a0c6b8', '#4b7066', '#cb6549'),
};

/** 赭 ochre earth. */
const ochre: Pigment = {
  day: colours('#f4e9d6', '#e9d6b8', '#6b3b22', '#c39a72', '#a33322'),
  night: colours('#32271d', '#251c14', '#d4b08a', '#7d5d42', '#c65743'),
};

/** 藕 the grey rose of lotus root. */
const lotus: Pigment = {
  day: colours('#efe7e4', '#e2d3d2', '#4d3a49', '#a98f9c', '#b5402d'),
  night: colours('#2f262d', '#231c21', '#c9aebd', '#735b6a', '#c4523d'),
};

/** 夜 night, dark in both themes: its sun is a moon, and ink would not show as writing. */
const dusk: Pigment = {
  day: { ...colours('#33424a', '#1d282e', '#0b1216', '#5b7078', '#efe3c4'), script: '#c9c3ae' },
  night: { ...colours('#2b3940', '#182126', '#070c0f', '#4d6169', '#e6d9b8'), script: '#b9b39f' },
};

/** The pigments, by their place in a cover's number. By night each turns into a stone rubbing: pale ink on dark ground. */
export const pigments: readonly Pigment[] = [plain, azure, celadon, ochre, lotus, dusk];

function colours(sky: string, foot: string, near: string, far: string, accent: string): Colours {
  return { sky, foot, near, far, accent, script: near };
}
