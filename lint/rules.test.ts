import { RuleTester } from 'oxlint/plugins-dev'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { environment } from './environment.ts'
import { fileNameFault, fileNames } from './file-names.ts'
import { functionLength } from './function-length.ts'
import { importFault } from './import-fault.ts'
import { imports, oneFetch } from './plugin.ts'
import { platformNames } from './platform-names.ts'

RuleTester.describe = describe
RuleTester.it = test
const tester = new RuleTester({ cwd: join(import.meta.dirname, '..') })
const at = (path: string) => join(import.meta.dirname, '..', path)

describe('who may import whom', () => {
  const refused: [string, string, RegExp][] = [
    ['shared/src/slide/model.ts', 'pg', /imports only zod, harfbuzzjs, bidi-js, @orpc\/contract, mediabunny/],
    ['shared/src/slide/model.ts', 'node:fs', /as an argument/],
    ['shared/src/slide/model.ts', '../../../server/src/telemetry/log.ts', /shared knows neither server/],
    ['shared/src/slide/model.test.ts', '@ninesixteen/server/log', /shared knows neither server/],
    ['server/src/app.ts', '../../shared/src/slide/model.ts', /'@ninesixteen\/shared\/slide\/model'/],
    ['server/src/app.ts', '../../web/src/main.tsx', /server does not import web/],
    ['web/src/main.tsx', '@ninesixteen/server/db/schema-projects', /web does not import server/],
    ['sandbox/src/main.ts', '@ninesixteen/shared/errors', /sandbox imports nothing of shared.*misunderstandings/],
    ['e2e/newcomer.spec.ts', '../shared/src/errors.ts', /e2e imports nothing of shared/],
    ['bench/src/render.ts', '@ninesixteen/server/render/renderer', /bench imports nothing of server/],
    ['bench/src/render.ts', '../../server/src/testing/seed-many-users.ts', /'@ninesixteen\/server\/testing\/seed-many-users'/],
    ['e2e/newcomer.spec.ts', '@ninesixteen/server/testing/seed-many-users', /e2e imports nothing of server/],
    ['server/src/providers/openai/client.ts', '../../db/db.ts', /knows no table and no route/],
    ['server/src/providers/openai/client.ts', '../../routes/generation/generate.ts', /knows no table and no route/],
    ['server/src/providers/openai/client.ts', '../google/oauth.ts', /openai does not import provider google/],
    ['web/src/features/editor/stage.tsx', '../generator/form.tsx', /Feature editor does not import feature generator/],
    ['web/src/components/button.tsx', '../features/editor/stage.tsx', /web\/src\/components is below web\/src\/features/],
    ['web/src/painter/painter.ts', '../features/editor/stage.tsx', /web\/src\/painter is below web\/src\/features/],
    [
      'web/src/features/editor/stage.tsx',
      '../../routes/settings.tsx',
      /Move this code up to web\/src\/routes, .* down to web\/src\/features/,
    ],
    ['web/src/features/editor/stage.tsx', '../../main.tsx', /web\/src\/features is below web\/src\/main\.tsx/],
    ['web/src/app/session.ts', '../shell/router.tsx', /web\/src\/app is below web\/src\/shell/],
    ['web/src/routes/home.tsx', '../site/pages.ts', /web\/src\/routes is below web\/src\/site/],
    ['web/src/api/client.ts', '../components/button.tsx', /web\/src\/api is below web\/src\/components/],
    ['web/src/stores/theme.ts', '../app/session.ts', /web\/src\/stores has no layer/],
  ]
  test.each(refused)('%s does not import %s', (file, specifier, reason) => {
    expect(importFault(file, specifier)).toMatch(reason)
  })

  const allowed: [string, string][] = [
    ['shared/src/slide/model.ts', 'zod'],
    ['shared/src/api/contract.ts', '@orpc/contract'],
    ['shared/src/slide/model.ts', '../text/rules.ts'],
    ['shared/src/slide/edit.test.ts', 'fast-check'],
    ['server/src/app.ts', '@ninesixteen/shared/errors'],
    ['server/src/app.ts', 'node:fs'],
    ['server/src/providers/openai/client.ts', '../http.ts'],
    ['server/src/providers/openai/client.ts', './reply.ts'],
    ['web/src/routes/studio.tsx', '../features/editor/stage.tsx'],
    ['web/src/features/editor/stage.tsx', './gestures/drag.ts'],
    ['web/src/features/editor/stage.tsx', '../../components/button.tsx'],
    ['web/src/main.tsx', './shell/router.tsx'],
    ['web/src/shell/account-shell.tsx', '../site/shell/public-shell.tsx'],
    ['web/src/app/session.ts', './theme.ts'],
    ['e2e/playwright.config.ts', '../scripts/setup.mjs'],
    ['sandbox/src/main.ts', './openai/chat.ts'],
    ['bench/src/publish/stage.ts', '@ninesixteen/server/testing/seed-many-users'],
  ]
  test.each(allowed)('%s may import %s', (file, specifier) => {
    expect(importFault(file, specifier)).toBeUndefined()
  })
})

const inShared = at('shared/src/slide/model.ts')
tester.run('imports', imports, {
  valid: [{ code: `import { z } from 'zod'`, filename: inShared }],
  invalid: [
    { code: `import pg from 'pg'`, filename: inShared, errors: [/imports only zod/] },
    { code: `export { Pool } from 'pg'`, filename: inShared, errors: [/imports only zod/] },
    { code: `export * from 'pg'`, filename: inShared, errors: [/imports only zod/] },
    { code: `const pg = await import('pg')`, filename: inShared, errors: [/imports only zod/] },
    { code: `type Pool = import('pg').Pool`, filename: inShared, errors: [/imports only zod/] },
  ],
})

const inPage = at('web/src/features/editor/hint.tsx')
const inPublisher = at('server/src/publisher/claim.ts')
tester.run('platform-names', platformNames, {
  valid: [
    { code: `const id = 'tiktok'`, filename: at('shared/src/platforms/registry.ts') },
    { code: `const id = 'tumblr'`, filename: at('server/src/platforms/tumblr/client.ts') },
    { code: `const id = 'instagram'`, filename: at('server/src/platforms/meta/network.ts') },
    { code: `const hint = <p>Post to TikTok</p>`, filename: inPage },
    { code: `const pool = { threads: 4 }`, filename: inPublisher },
    { code: `const photos = draft.useTumblrPhotos`, filename: inPublisher },
    { code: `const family = 'TikTok Sans Variable'`, filename: inPublisher },
    { code: `const TIKTOK_SANS = 1`, filename: inPublisher },
    { code: `const tikTokSansUrl = '/painter/tiktok-sans.ttf'`, filename: inPublisher },
  ],
  invalid: [
    { code: `if (post.platform === 'tiktok') send()`, filename: inPublisher, errors: [/the registries may name 'tiktok'/] },
    { code: `const tumblrPhotos = 1`, filename: inPublisher, errors: [/'tumblr'/] },
    { code: 'const path = `/connect/tiktok/${id}`', filename: inPublisher, errors: [/Ask the registry/] },
    { code: `const hint = 'Post to TikTok'`, filename: inPublisher, errors: [/'TikTok'/] },
    { code: `if (platform === 'instagram') send()`, filename: inPublisher, errors: [/'instagram'/] },
    { code: `const toThreads = 'Post to Threads'`, filename: inPublisher, errors: [/'Threads'/] },
    { code: `const link = <a href="/tiktok_login">Connect</a>`, filename: inPage, errors: [/'tiktok'/] },
  ],
})

tester.run('environment', environment, {
  valid: [
    { code: `loadConfig(process.env)`, filename: at('server/src/config/config.ts') },
    { code: `const port = process.env.PORT`, filename: at('scripts/start.mjs') },
    { code: `process.exit(1)`, filename: at('server/src/main.ts') },
  ],
  invalid: [
    { code: `const port = process.env.PORT`, filename: at('server/src/main.ts'), errors: [/Only server\/src\/config\/config.ts/] },
    { code: `const port = process['env'].PORT`, filename: at('server/src/main.ts'), errors: 1 },
    { code: `import { env } from 'node:process'`, filename: at('server/src/main.ts'), errors: 1 },
  ],
})

tester.run('one-fetch', oneFetch, {
  valid: [
    { code: `await fetch(url)`, filename: at('server/src/providers/http.ts') },
    { code: `await fetch(url)`, filename: at('server/src/app.test.ts') },
    { code: `await fetch(url)`, filename: at('web/src/api/client.ts') },
    { code: `await app.fetch(request)`, filename: at('server/src/app.ts') },
  ],
  invalid: [
    { code: `await fetch(url)`, filename: at('server/src/providers/openai/client.ts'), errors: [/providers\/http.ts/] },
    { code: `await globalThis.fetch(url)`, filename: at('server/src/app.ts'), errors: 1 },
  ],
})

const steps = (count: number) => '  step()\n'.repeat(count)
tester.run('function-length', functionLength, {
  valid: [
    { code: `function short() {\n${steps(58)}}`, filename: at('server/src/app.ts') },
    {
      code: `function factory() {\n  const one = () => {\n${steps(50)}  }\n  return () => {\n${steps(50)}  }\n}`,
      filename: at('server/src/app.ts'),
    },
    { code: `test('long', () => {\n${steps(90)}})`, filename: at('server/src/app.test.ts') },
    { code: `function Part() {\n${steps(90)}}`, filename: at('web/src/components/part.tsx') },
  ],
  invalid: [
    { code: `function long() {\n${steps(59)}}`, filename: at('server/src/app.ts'), errors: [/61 lines of its own, of at most 60/] },
    { code: `const inner = () => {\n  return () => {\n${steps(60)}  }\n}`, filename: at('server/src/app.ts'), errors: 1 },
    { code: `function Part() {\n${steps(100)}}`, filename: at('web/src/components/part.tsx'), errors: 1 },
  ],
})

tester.run('file-names', fileNames, {
  valid: [{ code: '', filename: at('shared/src/slide/edit-boxes.ts') }],
  invalid: [{ code: '', filename: at('shared/src/slide/editBoxes.ts'), errors: [/kebab-case/] }],
})

describe('file names', () => {
  test.each([
    'scripts/setup.mjs',
    '.oxlintrc.json',
    'web/src/components/field.module.css',
    'server/src/auth/call-hooks.ts',
    'e2e/newcomer.spec.ts',
    'server/drizzle/0000_start.sql.ts',
  ])('%s', (path) => {
    expect(fileNameFault(path) === undefined).toBe(!path.includes('_'))
  })
  test.each(['server/src/utils/date.ts', 'web/src/helpers.ts', 'shared/src/string-utils.ts', 'server/src/manager.ts'])(
    '%s says nothing',
    (path) => {
      expect(fileNameFault(path)).toMatch(/says nothing about what is inside/)
    },
  )
})
