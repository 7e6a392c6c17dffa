import type { LucideIconData, LucideProps } from 'lucide-react'
import { createElement } from 'react'

const LOOK = {
  xmlns: 'http://www.w3.org/2000/svg',
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

/** The element that lucide-react makes, without the properties that no page sets. An icon without a name is hidden from screen readers. */
export function createIcon({ name, node }: LucideIconData) {
  return function Icon({ size = 24, className = '', ...rest }: LucideProps) {
    const isNamed = Object.keys(rest).some((prop) => prop.startsWith('aria-') || prop === 'role')
    const own = {
      ...LOOK,
      width: size,
      height: size,
      className: `lucide lucide-${name} ${className}`.trim(),
      'aria-hidden': isNamed ? undefined : true,
    }
    return createElement('svg', { ...own, ...rest }, ...node.map(([tag, attributes]) => createElement(tag, attributes)))
  }
}
