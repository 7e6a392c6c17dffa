import { describe, expect, it } from 'vitest'
import type { SaveOutcome } from './save-state.ts'
import { manualClock, modelServer, openTab, read, settled, write, writing } from './testing/tabs.ts'

describe('Saver', () => {
  it('sends many quick changes as few saves, at most two a second', async () => {
    const clock = manualClock()
    const server = modelServer()
    const tab = openTab(server, clock, { name: 'a' })
    for (let index = 0; index < 60; index++) {
      tab.edit(writing({ slideId: 's1', boxId: 'b1', text: `text ${index}` }))
      clock.advance(1000 / 60)
      for (const request of tab.requests.splice(0)) request.answer(server.take(request.save))
      await settled()
    }
    clock.advance(1000)
    for (const request of tab.requests.splice(0)) request.answer(server.take(request.save))
    await settled()
    expect(tab.sentAt.length).toBeLessThanOrEqual(3)
    expect(read(server.stored().doc, { slideId: 's1', boxId: 'b1' })).toBe('text 59')
    expect(tab.saver.state).toEqual({ kind: 'saved' })
    expect(tab.journal.entry).toBeNull()
  })

  it('journals unsaved work within 300 ms and until the server acknowledges it', async () => {
    const clock = manualClock()
    const server = modelServer()
    const tab = openTab(server, clock, { name: 'a' })
    tab.edit(writing({ slideId: 's1', boxId: 'b1', text: 'precious' }))
    clock.advance(300)
    expect(tab.journal.entry && read(tab.journal.entry.doc, { slideId: 's1', boxId: 'b1' })).toBe('precious')
    clock.advance(200)
    expect(tab.journal.entry).not.toBeNull()
    for (const request of tab.requests.splice(0)) request.answer(server.take(request.save))
    await settled()
    expect(tab.journal.entry).toBeNull()
  })

  it('journals nothing of a change that was reverted, even when the tab closes at that moment', async () => {
    const clock = manualClock()
    const server = modelServer()
    const tab = openTab(server, clock, { name: 'a' })
    const announce = (text: string) => tab.edit(writing({ slideId: 's1', boxId: 'b1', text }))
    announce('a slip')
    clock.advance(200)
    announce('start')
    tab.saver.flushJournal(true)
    const next = openTab(server, clock, { name: 'n', left: tab.journal.entry ?? undefined })
    expect([read(next.doc(), { slideId: 's1', boxId: 'b1' }), next.saver.unsaved()]).toEqual(['start', null])
    tab.saver.flushJournal()
    expect(tab.journal.entry).toBeNull()
  })

  it('retries a save whose response was lost before sending newer changes, without a conflict', async () => {
    const clock = manualClock()
    const server = modelServer()
    const tab = openTab(server, clock, { name: 'a' })
    tab.edit(writing({ slideId: 's1', boxId: 'b1', text: 'one' }))
    clock.advance(500)
    const [first] = tab.requests.splice(0)
    if (first) server.take(first.save)
    first?.answer({ kind: 'retry', offline: true, message: 'lost' })
    await settled()
    expect(tab.saver.state).toEqual({ kind: 'offline' })
    tab.edit(writing({ slideId: 's1', boxId: 'b1', text: 'two' }))
    for (let round = 0; round < 3; round++) {
      clock.advance(1000)
      for (const request of tab.requests.splice(0)) request.answer(server.take(request.save))
      await settled()
    }
    expect(server.stored().version).toBe(3)
    expect(read(server.stored().doc, { slideId: 's1', boxId: 'b1' })).toBe('two')
    expect(tab.states.some((state) => state.kind === 'conflict')).toBe(false)
  })

  it('asks when both changed the same box, and merges everything else', async () => {
    const clock = manualClock()
    const server = modelServer()
    const tab = openTab(server, clock, { name: 'a' })
    let theirs = write(server.stored().doc, { slideId: 's1', boxId: 'b1', text: 'theirs' })
    theirs = write(theirs, { slideId: 's2', boxId: 'b2', text: 'their other' })
    server.take({ saveId: 'other', version: 1, doc: theirs })
    tab.edit(writing({ slideId: 's1', boxId: 'b1', text: 'mine' }))
    clock.advance(500)
    for (const request of tab.requests.splice(0)) request.answer(server.take(request.save))
    await settled()
    expect(tab.saver.state).toMatchObject({ kind: 'conflict', conflict: { overlaps: [{ kind: 'box', slideId: 's1', boxId: 'b1' }] } })
    clock.advance(60_000)
    expect(tab.requests).toEqual([])
    tab.saver.resolve('mine')
    clock.advance(1000)
    for (const request of tab.requests.splice(0)) request.answer(server.take(request.save))
    await settled()
    expect(read(server.stored().doc, { slideId: 's1', boxId: 'b1' })).toBe('mine')
    expect(read(server.stored().doc, { slideId: 's2', boxId: 'b2' })).toBe('their other')
  })
})

describe('a conflict', () => {
  async function conflicting() {
    const clock = manualClock()
    const server = modelServer()
    const tab = openTab(server, clock, { name: 'a' })
    let theirs = write(server.stored().doc, { slideId: 's1', boxId: 'b1', text: 'theirs' })
    theirs = write(theirs, { slideId: 's2', boxId: 'b2', text: 'their other' })
    server.take({ saveId: 'other', version: 1, doc: theirs })
    tab.edit(writing({ slideId: 's1', boxId: 'b1', text: 'mine' }))
    clock.advance(500)
    for (const request of tab.requests.splice(0)) request.answer(server.take(request.save))
    await settled()
    return tab
  }

  it('includes edits made before the user answers', async () => {
    const tab = await conflicting()
    tab.edit(writing({ slideId: 's2', boxId: 'b2', text: 'my other' }))
    expect(tab.saver.state).toMatchObject({ conflict: { overlaps: [{ boxId: 'b1' }, { boxId: 'b2' }] } })
  })

  it('ends when the user reverts the conflicting edit', async () => {
    const tab = await conflicting()
    tab.edit(writing({ slideId: 's1', boxId: 'b1', text: 'start' }))
    expect(tab.saver.state).toEqual({ kind: 'saved' })
    expect(read(tab.doc(), { slideId: 's1', boxId: 'b1' })).toBe('theirs')
  })
})

describe('the moment of a save', () => {
  const at = { slideId: 's1', boxId: 'b1' }

  it.each([
    ['now', [400]],
    ['soon', [1500]],
    ['manual', []],
  ] as const)('of a change that is due %s', async (urgency, times) => {
    const clock = manualClock()
    const tab = openTab(modelServer(), clock, { name: 'a', urgency })
    tab.edit(writing({ ...at, text: 'one' }))
    expect(tab.saver.state).toEqual({ kind: 'unsaved' })
    clock.advance(10_000)
    expect(tab.sentAt).toEqual(times)
    if (urgency !== 'manual') return
    tab.saver.saveNow()
    clock.advance(0)
    expect(tab.sentAt).toEqual([10_000])
  })

  it('is moved forward by a more urgent change, and not back by a later one', () => {
    const clock = manualClock()
    const tab = openTab(modelServer(), clock, { name: 'a', urgency: 'soon' })
    tab.edit(writing({ ...at, text: 'one' }))
    clock.advance(1000)
    tab.edit(writing({ ...at, text: 'two' }))
    clock.advance(500)
    expect(tab.sentAt).toEqual([1500])
    expect(read(tab.requests[0]?.save.doc ?? tab.doc(), at)).toBe('two')
  })
})

describe('a failed save', () => {
  const lost: SaveOutcome = { kind: 'retry', offline: false, message: 'down' }

  async function failing(times: number) {
    const clock = manualClock()
    const server = modelServer()
    const tab = openTab(server, clock, { name: 'a' })
    tab.edit(writing({ slideId: 's1', boxId: 'b1', text: 'one' }))
    clock.advance(400)
    const ids = new Set<string>()
    for (let count = 0; count < times; count++) {
      const request = tab.requests.shift()
      if (!request) throw new Error('Nothing was sent')
      ids.add(request.save.saveId)
      request.answer(lost)
      await settled()
      if (count < times - 1) clock.advance(30_000)
    }
    return { clock, server, tab, ids }
  }

  it('is retried under the same id', async () => {
    const { tab, ids } = await failing(3)
    expect(tab.saver.state).toEqual({ kind: 'failed', message: 'down' })
    expect(ids.size).toBe(1)
  })

  it('is retried with doubled delays of up to 30 seconds', async () => {
    const clock = manualClock()
    const tab = openTab(modelServer(), clock, { name: 'a' })
    tab.edit(writing({ slideId: 's1', boxId: 'b1', text: 'one' }))
    clock.advance(400)
    for (const delay of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
      const before = tab.sentAt.length
      tab.requests.shift()?.answer(lost)
      await settled()
      clock.advance(delay - 1)
      expect(tab.sentAt).toHaveLength(before)
      clock.advance(1)
      expect(tab.sentAt).toHaveLength(before + 1)
    }
  })

  it('is retried at once by the button, with the delays starting over', async () => {
    const { clock, tab } = await failing(4)
    tab.saver.saveNow()
    clock.advance(500)
    expect(tab.requests).toHaveLength(1)
    tab.requests.shift()?.answer(lost)
    await settled()
    clock.advance(1000)
    expect(tab.requests).toHaveLength(1)
  })

  it('waits for the user after a sign-out, and is then sent', async () => {
    const { clock, server, tab } = await failing(1)
    clock.advance(1000)
    tab.requests.shift()?.answer({ kind: 'signed-out' })
    await settled()
    clock.advance(60_000)
    expect([tab.saver.state, tab.requests]).toEqual([{ kind: 'signed-out' }, []])
    tab.saver.saveNow()
    clock.advance(0)
    for (const request of tab.requests.splice(0)) request.answer(server.take(request.save))
    await settled()
    expect(tab.saver.state).toEqual({ kind: 'saved' })
  })

  it('ends with a deleted slideshow, whose work stays on the device', async () => {
    const { clock, tab } = await failing(1)
    clock.advance(1000)
    tab.requests.shift()?.answer({ kind: 'gone' })
    await settled()
    tab.edit(writing({ slideId: 's1', boxId: 'b1', text: 'later' }))
    clock.advance(60_000)
    expect([tab.saver.state, tab.requests, tab.saver.unsaved()]).toEqual([{ kind: 'gone' }, [], null])
    expect(tab.journal.entry && read(tab.journal.entry.doc, { slideId: 's1', boxId: 'b1' })).toBe('later')
  })
})

it('merges a newer version whose changes do not overlap, and saves on top of it', async () => {
  const clock = manualClock()
  const server = modelServer()
  const tab = openTab(server, clock, { name: 'a' })
  server.take({ saveId: 'other', version: 1, doc: write(server.stored().doc, { slideId: 's2', boxId: 'b2', text: 'theirs' }) })
  tab.edit(writing({ slideId: 's1', boxId: 'b1', text: 'mine' }))
  for (let round = 0; round < 2; round++) {
    clock.advance(500)
    for (const request of tab.requests.splice(0)) request.answer(server.take(request.save))
    await settled()
  }
  expect(tab.saver.state).toEqual({ kind: 'saved' })
  const { version, doc } = server.stored()
  expect([version, read(doc, { slideId: 's1', boxId: 'b1' }), read(doc, { slideId: 's2', boxId: 'b2' })]).toEqual([3, 'mine', 'theirs'])
  expect(tab.states.some(({ kind }) => kind === 'conflict')).toBe(false)
})
