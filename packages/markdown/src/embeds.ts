/** A player of another site, known by its address alone: nothing is asked of that site before a reader's press. */
export type Embed = {
  site: EmbedSite;
  /** Such as `BV1xx411c7mD`, with `-2` behind it for the second part, or `song-186016`. */
  id: string;
};

type Player = {
  /** Host that a reader's browser connects to. */
  host: string;
  words: string;
  /** Hosts that the frame of the player may show. */
  frames: string[];
  /** Matches an address of the site, with the parts of its id. */
  address: RegExp;
  id: RegExp;
  playerOf: (id: string, part: string | undefined) => string;
};

const netease: Record<string, number> = { playlist: 0, album: 1, song: 2, program: 3 };

const players = {
  bilibili: {
    host: 'bilibili.com',
    words: '哔哩哔哩视频',
    frames: ['https://player.bilibili.com', 'https://www.bilibili.com'],
    address:
      /^https?:\/\/(?:www\.|m\.)?bilibili\.com\/video\/(BV[\da-zA-Z]{10}|av\d{1,12})\/?(?:\?(?:[^#]*&)?p=(\d{1,4})\b)?/,
    id: /^(BV[\da-zA-Z]{10}|av\d{1,12})(?:-(\d{1,4}))?$/,
    playerOf: (id, part = '1') =>
      `https://player.bilibili.com/player.html?isOutside=true&autoplay=0&p=${part}&${id.startsWith('av') ? `aid=${id.slice(2)}` : `bvid=${id}`}`,
  },
  netease: {
    host: 'music.163.com',
    words: '网易云音乐',
    frames: ['https://music.163.com'],
    address: /^https?:\/\/(?:y\.)?music\.163\.com\/(?:#\/|m\/)?(song|playlist|album|program)(?:\?id=|\/)(\d{1,15})/,
    id: /^(song|playlist|album|program)-(\d{1,15})$/,
    playerOf: (kind, id = '') =>
      `https://music.163.com/outchain/player?type=${netease[kind]}&id=${id}&auto=0&height=${kind === 'song' ? 66 : 430}`,
  },
  youtube: {
    host: 'youtube.com',
    words: 'YouTube 视频',
    frames: ['https://www.youtube-nocookie.com'],
    address:
      /^https?:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:[^#]*&)?v=|shorts\/)|youtu\.be\/)([\w-]{11})(?![\w-])(?:[^#]*[?&](?:t|start)=(\d{1,6}))?/,
    id: /^([\w-]{11})(?:~(\d{1,6}))?$/,
    playerOf: (id, start = '0') => `https://www.youtube-nocookie.com/embed/${id}?start=${start}`,
  },
} as const satisfies Record<string, Player>;

type EmbedSite = keyof typeof players;

const separators: Record<EmbedSite, string> = { bilibili: '-', netease: '-', youtube: '~' };

/** Finds the player of an address; undefined for any other address. */
export function embedOf(address: string): Embed | undefined {
  for (const site of Object.keys(players) as EmbedSite[]) {
    const [, first, second] = players[site].address.exec(address.slice(0, longest)) ?? [];
    if (first !== undefined) return { site, id: [first, second].filter(Boolean).join(separators[site]) };
  }
  return undefined;
}

const longest = 400;

/** Host, words and whether it is only to be heard. */
export function describeEmbed({ site, id }: Embed) {
  const { host, words } = players[site];
  return { host, words, isSound: site === 'netease', isShort: id.startsWith('song-') };
}

/** Address of the player, and the hosts that its frame may show; undefined for what is no site or no id of one. */
export function playerOf(site: string, id: string): { src: string; words: string; frames: string[] } | undefined {
  if (!Object.hasOwn(players, site)) return undefined;
  const player: Player = players[site as EmbedSite];
  const [, first, second] = player.id.exec(id) ?? [];
  if (first === undefined) return undefined;
  return { src: player.playerOf(first, second), words: player.words, frames: player.frames };
}
