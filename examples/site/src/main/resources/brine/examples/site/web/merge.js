// How the fields of a form are merged with what somebody else has saved meanwhile.

/**
 * Merges field by field. A field that only one side has changed gets that side's value.
 *
 * @param base the values that both sides have begun with
 * @param mine the values in the form
 * @param theirs the values that are saved now
 * @return the merged values, the names of fields that were taken over, and of those that both sides have changed
 */
export function merge(base, mine, theirs) {
  const merged = {},
    taken = [],
    conflicts = [];
  for (const name of Object.keys(mine)) {
    const isTheirs = theirs[name] !== base[name],
      isMine = mine[name] !== base[name];
    if (isTheirs && !isMine) {
      merged[name] = theirs[name];
      taken.push(name);
    } else {
      merged[name] = mine[name];
      if (isTheirs && isMine && mine[name] !== theirs[name]) conflicts.push(name);
    }
  }
  return { merged, taken, conflicts };
}
