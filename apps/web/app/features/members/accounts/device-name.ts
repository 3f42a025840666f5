const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, '安卓设备'],
  [/Windows/, 'Windows 电脑'],
  [/Mac OS X/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux 电脑'],
];

/** What a new key is called until its owner finds a better name. */
export function deviceName(agent: string) {
  return systems.find(([mark]) => mark.test(agent))?.[1] ?? '这台设备';
}
