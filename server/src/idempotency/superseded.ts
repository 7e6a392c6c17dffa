/** The page has asked for the same under the same key once more: that call waits for it now, and nobody for this one. */
export class Superseded extends Error {
  constructor() {
    super('Another call waits for it')
    this.name = 'TakenUp'
  }
}
