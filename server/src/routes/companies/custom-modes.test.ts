import { beforeEach, expect, test } from 'vitest'
import type { CustomMode } from '@ninesixteen/shared/api/custom-modes'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { buildSlide, startTestApp, type TestApp, type TestUser } from '../../testing/app.ts'

let app: TestApp
let user: TestUser
beforeEach(async () => {
  app = await startTestApp()
  user = await app.buildUser()
})

const instructed = () =>
  buildSlide('Custom Slide 1', {
    useAiGeneration: true,
    useRandomPhoto: false,
    instructions: { autoLinkedBackground: false, aiGeneratedText: true, numberOfTextBoxes: 3, toneContext: 'dry, short' },
  })

const save = (name: string, companyId: string | null = null) =>
  user.api<CustomMode>('POST', '/custom-modes', { name, companyId, slides: [instructed(), buildSlide('kept as it is')] })
const names = async (query = '') => (await user.api<CustomMode[]>('GET', `/custom-modes${query}`)).map((mode) => mode.name)

test('a custom mode keeps its slides with their instructions, and is found again', async () => {
  const saved = await save('  My format  ')
  expect(saved).toMatchObject({ name: 'My format', companyId: null })
  expect(saved.slides[0]).toMatchObject({
    useAiGeneration: true,
    useRandomPhoto: false,
    instructions: { autoLinkedBackground: false, aiGeneratedText: true, numberOfTextBoxes: 3, toneContext: 'dry, short' },
  })
  expect(saved.slides[1]?.textBoxes[0]?.text).toBe('kept as it is')
  expect(await user.api('GET', '/custom-modes')).toEqual([saved])
})

test('the list is newest first; with a company, those of it and those of none', async () => {
  const [acme, zeta] = [await user.buildCompany('Acme'), await user.buildCompany('Zeta')]
  for (const [name, company] of [
    ['of acme', acme.id],
    ['of none', null],
    ['of zeta', zeta.id],
  ] as const) {
    await save(name, company)
  }
  expect(await names()).toEqual(['of zeta', 'of none', 'of acme'])
  expect(await names(`?companyId=${acme.id}`)).toEqual(['of none', 'of acme'])
  await user.api('DELETE', `/companies/${acme.id}`)
  expect(await names(`?companyId=${zeta.id}`)).toEqual(['of zeta', 'of none', 'of acme'])
})

test('is deleted once', async () => {
  const { id } = await save('x')
  await user.api('DELETE', `/custom-modes/${id}`)
  expect(await names()).toEqual([])
  expect((await user.call('DELETE', `/api/v1/custom-modes/${id}`)).status).toBe(404)
})

test('needs a name, slides, an own company and own pictures', async () => {
  const other = await app.buildUser()
  const [company, picture] = [await other.buildCompany(), await other.buildPhoto()]
  const input = { name: 'x', slides: [buildSlide('x')], companyId: null }
  const bad: [Record<string, unknown>, string, string][] = [
    [{ name: '   ' }, 'CUSTOM_MODE_NAME_REQUIRED', 'Please enter a name for the custom mode'],
    [{ slides: [] }, 'INVALID_INPUT', 'Some fields are not valid: slides'],
    [{ companyId: company.id }, 'INVALID_INPUT', 'Some fields are not valid: companyId'],
    [{ slides: [buildSlide('x', { backgroundImage: picture.filePath })] }, 'INVALID_INPUT', 'Some fields are not valid: slides'],
  ]
  for (const [change, code, message] of bad) {
    const { status, body } = await user.call<ErrorBody>('POST', '/api/v1/custom-modes', { ...input, ...change })
    expect([status, body.error.code, body.error.message]).toEqual([400, code, message])
  }
  expect(await names()).toEqual([])
})
