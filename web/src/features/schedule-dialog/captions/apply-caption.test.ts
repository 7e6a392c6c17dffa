import { describe, expect, it } from 'vitest'
import { startValues } from '../form/schedule-values.ts'
import type { FormAccount, ScheduleForm } from '../form/use-schedule-form.ts'
import { withTumblrTags } from '../platforms/tumblr/tumblr-choices.ts'
import { hashtagPatch, withCaption } from './apply-caption.ts'

const chosen = { caption: 'new caption', description: 'new words', hashtags: ['tea'] }

describe('a caption', () => {
  it('takes the place of the texts', () => {
    expect(withCaption({ caption: 'mine', description: 'my words' }, chosen, 'replace')).toEqual({
      caption: 'new caption',
      description: 'new words',
    })
  })

  it('goes below the texts, and changes none of them', () => {
    expect(withCaption({ caption: 'mine', description: 'my words' }, chosen, 'add')).toEqual({
      caption: 'mine',
      description: 'my words\n\nnew caption\n\nnew words',
    })
    expect(withCaption({ caption: ' ', description: 'my words' }, chosen, 'add')).toEqual({
      caption: 'new caption',
      description: 'my words\n\nnew words',
    })
  })
})

describe('hashtags', () => {
  const account = (platform: 'tiktok' | 'tumblr', tags: string[] = []) =>
    ({
      account: { id: platform, platform },
      chosen: { tags, state: 'draft' },
      withTags: (more: readonly string[]) => (platform === 'tumblr' ? withTumblrTags({ tags }, more) : null),
    }) as unknown as FormAccount
  const form = (...accounts: FormAccount[]): Pick<ScheduleForm, 'accounts' | 'values'> => ({
    accounts,
    values: { ...startValues({ now: new Date(0), zone: 'UTC', kind: 'slides' }), choices: { other: { kept: true } } },
  })

  it('are part of the description without an account, and where the platform has no tags', () => {
    for (const one of [form(), form(account('tiktok'))]) {
      expect(hashtagPatch(one, 'words', ['tea', 'walks'])).toEqual({ description: 'words\n\n#tea #walks' })
      expect(hashtagPatch(one, '', ['tea'])).toEqual({ description: '#tea' })
      expect(hashtagPatch(one, 'words #Tea', ['tea', 'walks'])).toEqual({ description: 'words #Tea #walks' })
      expect(hashtagPatch(one, 'words #tea', ['tea'])).toEqual({ description: 'words #tea' })
    }
  })

  it('are tags where the platform has them, in addition to the ones that are there', () => {
    expect(hashtagPatch(form(account('tumblr', ['Tea'])), 'words', ['tea', 'walks'])).toEqual({
      description: 'words',
      choices: { other: { kept: true }, tumblr: { tags: ['Tea', 'walks'], state: 'draft' } },
    })
  })

  it('are both for accounts of both kinds', () => {
    const patch = hashtagPatch(form(account('tumblr'), account('tiktok')), '', ['tea'])
    expect(patch.description).toBe('#tea')
    expect(patch.choices).toMatchObject({ tumblr: { tags: ['tea'] } })
  })
})
