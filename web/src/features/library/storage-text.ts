/** Like `1.2 GB` or `340 MB`: one decimal below ten, none above. */
export function sizeText(bytes: number): string {
  const [amount, unit] = bytes < 1024 ** 3 ? [bytes / 1024 ** 2, 'MB'] : [bytes / 1024 ** 3, 'GB']
  return `${amount < 10 ? Math.round(amount * 10) / 10 : Math.round(amount)} ${unit}`
}
