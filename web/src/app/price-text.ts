import type { Price } from '@ninesixteen/shared/api/account'

/** `$20.00`, or the same in another currency. `amount` is in the smallest unit. */
export function priceText({ amount, currency }: Price): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
