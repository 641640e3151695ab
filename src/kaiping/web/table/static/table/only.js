// What has only one answer is not asked: each action says so to the server, unless somebody wishes to be asked.

const PLACE = "kaiping-ask-all";

export const FORMS = "#act, .chooser, .editor";

export const asks = () => localStorage.getItem(PLACE) !== null;

export function start() {
  const box = document.getElementById("ask-all");
  if (box) box.checked = asks();
}

export function listen() {
  document.addEventListener("htmx:configRequest", (event) => {
    if (event.target.matches(FORMS) && !asks()) event.detail.parameters.only = "yes";
    if (event.detail.triggeringEvent?.submitter?.matches("[data-rest]")) event.detail.parameters.rest = "yes";
  });
  document.addEventListener("change", (event) => {
    if (event.target.id !== "ask-all") return;
    if (event.target.checked) localStorage.setItem(PLACE, "yes");
    else localStorage.removeItem(PLACE);
  });
}
