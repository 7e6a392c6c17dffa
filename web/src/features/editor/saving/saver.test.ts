import { describe, expect, it } from 'vitest'
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
