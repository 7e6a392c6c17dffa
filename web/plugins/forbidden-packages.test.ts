import { expect, test } from 'vitest'
import { forbiddenImport } from './forbidden-packages.ts'

test.each(['react-router', '@tanstack/react-query', '@orpc/client', '@base-ui/react/menu', 'zod', 'virtual:contract'])(
  'a public page that loads %s is not built, and the reason names who does',
  (specifier) => {
    expect(forbiddenImport(specifier, '/web/src/routes/pricing.tsx')).toContain(
      `cannot load ${specifier}, which /web/src/routes/pricing.tsx`,
    )
  },
)

test.each(['react', 'preact/compat', 'zustand', 'lucide-react', './visitor.ts', '@ninesixteen/shared/product'])(
  '%s is fine',
  (specifier) => {
    expect(forbiddenImport(specifier, '/web/src/routes/pricing.tsx')).toBeNull()
  },
)
