#!/bin/sh
# Tedomari's jobs on a Slurm cluster: one Dask worker for each task, the scheduler and the driver on the first node.
#
# usage: sbatch --ntasks=256 slurm.sh /shared/jobs.jsonl /shared/results
#
# The virtual environment (VENV) and the program (TEDOMARI) stand on a file system that all nodes see. A job that Slurm
# ends early is submitted again as it is: shards that have a file are done.
#SBATCH --job-name=tedomari
#SBATCH --cpus-per-task=1
#SBATCH --mem-per-cpu=2G
#SBATCH --time=24:00:00
#SBATCH --requeue
set -eu
jobs=$1 out=$2
venv=${VENV:-/shared/venv} tedomari=${TEDOMARI:-/shared/bin/tedomari}
# Slurm runs a copy of this script: the driver stands where it was submitted, or where HERE says.
here=${HERE:-$SLURM_SUBMIT_DIR}
file=$(mktemp "$here/scheduler-XXXXXX.json")
trap 'kill $(jobs -p) 2>/dev/null || true; rm -f "$file"' EXIT

"$venv/bin/dask" scheduler --scheduler-file "$file" --port 0 --dashboard-address :0 &
srun "$venv/bin/dask" worker --scheduler-file "$file" --nthreads 1 --nworkers 1 --no-dashboard \
    --local-directory "${TMPDIR:-/tmp}" --death-timeout 300 &
"$venv/bin/python" "$here/run_jobs.py" "$jobs" "$out" --scheduler "file:$file" --program "$tedomari" --shard 1000
