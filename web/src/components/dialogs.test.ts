import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '..')

const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
  .map((path) => ({ path, source: readFileSync(join(folder, path), 'utf8') }))

const pathsWith = (pattern: RegExp): string[] => sources.flatMap(({ path, source }) => (pattern.test(source) ? path : [])).toSorted()

it('two components build every dialog, and both guard their closing', () => {
  const popups = ['components/dialog-popup.tsx', 'components/drawer-popup.tsx']
  expect(pathsWith(/from '@base-ui\/react\/(?:alert-dialog|dialog|drawer)'/)).toEqual(popups)
  expect(pathsWith(/<dialog\b|role="(?:alert)?dialog"/)).toEqual([])
  expect(pathsWith(/= useGuardedClosing\(popup,/)).toEqual(popups)
  expect(pathsWith(/<DialogClosingContext value=\{closing\}>[\s\S]*\{question\}/)).toEqual(popups)
  // Base UI may close them only through the guard.
  expect(pathsWith(/onOpenChange=\{\(next\) => \(next \? onOpenChange\(true\) : closing\.close\(\)\)\}/)).toEqual(popups)
})

it('Cancel in a dialog asks like Escape does', () => {
  const dialogs = pathsWith(/<(?:Dialog|Drawer)\b/)
  expect(dialogs.length).toBeGreaterThan(40)
  const unguarded = pathsWith(/onClick=\{[^}]*\b(?:onClose|close|onOpenChange)\b[^}]*\}>\s*(?:Cancel|Close)\s*<\/Button>/)
  const texts = pathsWith(/<(?:TextField|TextArea|TagsField|[A-Za-z]*Form|textarea|input)\b/)
  expect(unguarded.filter((path) => dialogs.includes(path) && texts.includes(path))).toEqual([])
})

it('only these dialogs say that closing loses none of their text', () => {
  expect(pathsWith(/\bdata-kept\b/).filter((path) => path.startsWith('features/'))).toEqual([
    'features/auth/sign-in-dialog.tsx',
    'features/editor/rewriting/tone-dialog.tsx',
    'features/operator/delete-user.tsx',
    'features/picker/generate-photos.tsx',
  ])
})
