import { describe, expect, it } from 'vitest'
import { startValues } from '../form/schedule-values.ts'
import type { FormAccount, ScheduleForm } from '../form/use-schedule-form.ts'
import { withTumblrTags } from '../platforms/tumblr/tumblr-choices.ts'
import { hashtagPatch, withCaption } from './apply-caption.ts'

const newCaption = { caption: 'new caption', description: 'new words', hashtags: ['tea'] }

describe('withCaption', () => {
  it('replaces the texts', () => {
    expect(withCaption({ caption: 'mine', description: 'my words' }, newCaption, 'replace')).toEqual({
      caption: 'new caption',
      description: 'new words',
    })
  })

  it('adds the caption below the texts without changing them', () => {
    expect(withCaption({ caption: 'mine', description: 'my words' }, newCaption, 'add')).toEqual({
      caption: 'mine',
      description: 'my words\n\nnew caption\n\nnew words',
    })
    expect(withCaption({ caption: ' ', description: 'my words' }, newCaption, 'add')).toEqual({
      caption: 'new caption',
      description: 'my words\n\nnew words',
    })
  })
})

describe('hashtagPatch', () => {
  const account = (platform: 'tiktok' | 'tumblr', tags: string[] = []) =>
    ({
      account: { id: platform, platform },
      choices: { tags, state: 'draft' },
      withTags: (more: readonly string[]) => (platform === 'tumblr' ? withTumblrTags({ tags }, more) : null),
    }) as unknown as FormAccount
  const form = (...accounts: FormAccount[]): Pick<ScheduleForm, 'accounts' | 'values'> => ({
    accounts,
    values: { ...startValues({ now: new Date(0), zone: 'UTC', kind: 'slides' }), choices: { other: { kept: true } } },
  })

  it('adds hashtags to the description without an account or for a platform without tags', () => {
    for (const target of [form(), form(account('tiktok'))]) {
      expect(hashtagPatch(target, 'words', ['tea', 'walks'])).toEqual({ description: 'words\n\n#tea #walks' })
      expect(hashtagPatch(target, '', ['tea'])).toEqual({ description: '#tea' })
      expect(hashtagPatch(target, 'words #Tea', ['tea', 'walks'])).toEqual({ description: 'words #Tea #walks' })
      expect(hashtagPatch(target, 'words #tea', ['tea'])).toEqual({ description: 'words #tea' })
    }
  })

  it('adds hashtags to the existing tags of a platform with tags', () => {
    expect(hashtagPatch(form(account('tumblr', ['Tea'])), 'words', ['tea', 'walks'])).toEqual({
      description: 'words',
      choices: { other: { kept: true }, tumblr: { tags: ['Tea', 'walks'], state: 'draft' } },
    })
  })

  it('adds hashtags to the tags and the description for accounts of both kinds', () => {
    const patch = hashtagPatch(form(account('tumblr'), account('tiktok')), '', ['tea'])
    expect(patch.description).toBe('#tea')
    expect(patch.choices).toMatchObject({ tumblr: { tags: ['tea'] } })
  })
})
