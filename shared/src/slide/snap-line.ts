export type GuideKind = 'centre' | 'box' | 'safe' | 'gap'

/** A line to snap to, `at` units from the left (axis x) or from the top (axis y), seen from `from` to `to` on the other axis. */
export interface SnapLine {
  axis: 'x' | 'y'
  at: number
  kind: GuideKind
  from: number
  to: number
}
