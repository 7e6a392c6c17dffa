import { expect, test } from 'vitest'
import { forbiddenImport, forbiddenLoad, type LoadedChunk } from './forbidden-packages.ts'

test.each(['react-router', '@tanstack/react-query', '@orpc/client', '@base-ui/react/menu', 'harfbuzzjs', 'virtual:contract'])(
  'a public page that imports %s is not built, and the reason names the importer',
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

const chunk = (fileName: string, moduleIds: string[], more: Partial<LoadedChunk> = {}): LoadedChunk => ({
  fileName,
  moduleIds,
  isEntry: false,
  imports: [],
  ...more,
})
const entry = (imports: string[]) => chunk('try.js', ['/web/src/site/pages/try.ts'], { isEntry: true, imports })
const shared = chunk('site.js', ['/web/src/app/visitor.ts'])

test.each(['/node_modules/zod/v4/index.js', '/web/src/painter/painter.ts', '/shared/src/scene/layout.ts'])(
  '%s may be in a chunk loaded on demand, and not in the first load',
  (module) => {
    const later = chunk('later.js', [module], { imports: ['site.js'] })
    expect(forbiddenLoad([entry(['site.js']), shared, later])).toBeNull()
    expect(forbiddenLoad([entry(['site.js']), { ...shared, imports: ['later.js'] }, later])).toContain(`try.js loads ${module}`)
  },
)
