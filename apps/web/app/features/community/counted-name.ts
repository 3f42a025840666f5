/** Names what is pressed with how often it was done: 点赞，3 人; zero is not said. */
export function countedName(name: string, value: number, unit: string) {
  return value > 0 ? `${name}，${value} ${unit}` : name;
}
