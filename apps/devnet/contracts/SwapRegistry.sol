// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title SwapRegistry
/// @notice Tells which contract settles swaps now, and which did before, with the calls of 0x's registry of Settlers.
contract SwapRegistry {
    error Halted();

    mapping(uint256 feature => address settler) private _newest;
    mapping(uint256 feature => address settler) private _before;

    /// @notice Names the contract that settles from now on; none at all halts.
    function publish(uint256 feature, address settler) external {
        _before[feature] = _newest[feature];
        _newest[feature] = settler;
    }

    function ownerOf(uint256 feature) external view returns (address settler) {
        settler = _newest[feature];
        if (settler == address(0)) revert Halted();
    }

    function prev(uint128 feature) external view returns (address) {
        return _before[feature];
    }
}
