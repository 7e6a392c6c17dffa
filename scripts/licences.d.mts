export interface ShippedPackage {
  name: string
  version: string
  /** An SPDX expression. */
  licence: string
  /** Where npm puts it, from the root. */
  folder: string
}
interface LockFile {
  packages: Record<string, { version?: string; license?: string; dev?: boolean; link?: boolean }>
}
/** By name and version; of the project's own lock file unless another is given. */
export function shippedPackages(lock?: LockFile): ShippedPackage[]
/** Whether an expression such as `(MIT OR CC0-1.0)` can be met by a product under MIT. */
export function fits(expression: string): boolean
export function checkLicences(): { ok: boolean; output: string }
/** One text with every package and its licence. */
export function licenceTexts(): string
