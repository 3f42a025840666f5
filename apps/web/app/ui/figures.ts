/** 1,284,306 */
export function figures(value: number) {
  return value.toLocaleString('zh-CN');
}
