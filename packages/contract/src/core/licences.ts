const addressOf = (name: string) => `https://creativecommons.org/licenses/${name}/4.0/deed.zh-hans`;

/** Licences an owner may give the site's articles. `name`, and `address` of its text, are '' where none is given. */
export const licences = {
  'by-nc-sa': { name: 'CC BY-NC-SA 4.0', words: '署名—非商业性使用—相同方式共享', address: addressOf('by-nc-sa') },
  'by-sa': { name: 'CC BY-SA 4.0', words: '署名—相同方式共享', address: addressOf('by-sa') },
  by: { name: 'CC BY 4.0', words: '署名', address: addressOf('by') },
  reserved: { name: '', words: '保留所有权利', address: '' },
} as const;
