// A reporter for vitest: names at the end what passed on a second try only. A machine that is busy with something else must not look like
// a defect, and what is one must not stay unseen.
export default class SecondTries {
  #found = []

  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) this.#found.push(`${test.module.relativeModuleId} > ${test.fullName}`)
  }

  onTestRunEnd() {
    for (const name of this.#found) process.stdout.write(`  passed on a second try only: ${name}\n`)
  }
}
