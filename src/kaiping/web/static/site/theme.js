// Light or dark, before the page is painted. "auto" follows the system.
(() => {
  const wanted = localStorage.getItem("kaiping-theme");
  if (wanted === "light" || wanted === "dark") document.documentElement.dataset.theme = wanted;
})();
