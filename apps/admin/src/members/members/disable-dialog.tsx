import { type Bar, BarDialog } from './bar-dialog.tsx';

type Props = { who: string; disable: (bar: Bar) => Promise<unknown>; close: () => void };

const lengths: [string, string][] = [
  ['1', '1 天'],
  ['7', '7 天'],
  ['30', '30 天'],
  ['365', '1 年'],
  ['date', '到某一天'],
  ['ever', '一直，直到恢复'],
];

/** Asks why an account is disabled and until when. */
export function DisableDialog({ who, disable, close }: Props) {
  const words = '对方在所有设备上立刻退出，登录时会看到原因。写过的都还在。有邮箱的会收到一封信。';
  return <BarDialog verb="停用" {...{ who, words, lengths, close }} send={disable} />;
}
