// The page as the modules see it: the table that is shown, and how to fetch another state of it.

export const table = () => document.getElementById("table");

export const version = () => Number(table().dataset.version);

/** Fetch the table as it is, or as it was after so many actions, and put it in place of the one shown.
 *  The answer says whether that has worked; a fetch that a later one overtakes has. */
let fetching = null;
export function show(at = null, how = {}) {
  const shown = fetched(at, how);
  document.dispatchEvent(new CustomEvent("working", { detail: shown }));
  return shown;
}

async function fetched(at, { push = true }) {
  const base = table().dataset.body;
  if (!base) return false;
  fetching?.abort();
  fetching = new AbortController();
  const { signal } = fetching;
  try {
    const answer = await fetch(at === null ? base : `${base}?at=${at}`, { signal, headers: { "HX-Request": "true" } });
    if (!answer.ok) return false;
    const text = await answer.text();
    if (signal.aborted) return true;
    replace(text);
    if (push) {
      const page = table().dataset.page;
      history.replaceState(null, "", at === null ? page : `${page}?at=${at}`);
    }
    return true;
  } catch (wrong) {
    return wrong.name === "AbortError";
  }
}

/** Put a new body in place of the table, through htmx so that its attributes work. */
function replace(text) {
  document.dispatchEvent(new Event("leaving"));
  window.htmx.swap("#table", text, { swapStyle: "outerHTML" });
}

/** The address of a part, at the moment that is shown. */
export function partAddress(name, query = {}) {
  const here = table();
  if (!here.dataset.part) return null;
  const fields = new URLSearchParams({ name, ...query });
  if ("past" in here.dataset) fields.set("at", here.dataset.here);
  return `${here.dataset.part}?${fields}`;
}

/** Fetch a part into an element. */
export function part(name, query, element) {
  const brought = broughtInto(name, query, element);
  document.dispatchEvent(new CustomEvent("working", { detail: brought }));
  return brought;
}

async function broughtInto(name, query, element) {
  const address = partAddress(name, query);
  if (!address) return false;
  const answer = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer?.ok) return false;
  element.innerHTML = await answer.text();
  window.htmx.process(element);
  return true;
}
